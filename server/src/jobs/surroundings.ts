import { statfs } from 'node:fs/promises';
import { connect } from 'node:tls';
import type { LookPorts } from '@coachsite/core/alarm';
import { secondMs } from '@coachsite/core/kernel';
import type { Config } from '../config/config.ts';

/** How long a connection for the certificate may take, in milliseconds. */
const patienceMs = 10 * secondMs;

/**
 * When the certificate at a URL ends; undefined where none is shown. One that is not valid is asked for its end too.
 */
export function certificateEnd(url: string): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(port || 443),
    ...(/[a-z]/i.test(host) && !host.includes(':') ? { servername: host } : {}),
    rejectUnauthorized: false,
    timeout: patienceMs,
  });
  const end = (at?: number) => {
    socket.destroy();
    resolve(at);
  };
  socket.once('secureConnect', () => {
    const at = Date.parse(socket.getPeerCertificate().valid_to);
    end(Number.isNaN(at) ? undefined : at);
  });
  socket.once('error', () => end());
  socket.once('timeout', () => end());
  socket.once('close', () => end());
  return promise;
}

/** The disk of the data, and the certificate of an https site. */
export function surroundings(
  config: Pick<Config, 'dataDirectory' | 'isHttps' | 'publicUrl'>,
): Pick<LookPorts, 'disk' | 'certificateEndsAt'> {
  return {
    disk: async () => {
      const found = await statfs(config.dataDirectory).catch(() => undefined);
      if (!found) return undefined;
      const { bavail, blocks, bsize } = found;
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
    },
    certificateEndsAt: async () => (config.isHttps ? certificateEnd(config.publicUrl) : undefined),
  };
}
