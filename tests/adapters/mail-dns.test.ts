import { nodeMailDns } from '@coachsite/adapters/dns';
import { mailDnsContract } from '@coachsite/core/testing/site';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startDnsServer } from '../support/dns-server.ts';

describe('the DNS as this machine asks it', () =>
  mailDnsContract({ test, expect }, async (zone) => {
    const records = Object.entries(zone).map(([name, { txt, mx, addresses, isSilent }]) => {
      // In another order than they are preferred in.
      const hosts = mx?.map((host, index) => `${index * 10} ${host}`).toReversed();
      return [name, { TXT: txt, MX: hosts, A: addresses, silent: isSilent }] as const;
    });
    const server = await startDnsServer(Object.fromEntries(records));
    onTestFinished(server.close);
    return nodeMailDns([server.address], { timeout: 150, tries: 1 });
  }));
