import { type FaultKind, lookAfterSite, type SiteJob, siteJobs } from '@coachsite/core/alarm';
import { dayMs, minuteMs } from '@coachsite/core/kernel';
import { describe, expect, test } from 'vitest';
import { faultKinds, noon, ownerAddress, siteOf } from './support/alarm-site.ts';

describe('a site of four processes', () => {
  const break_: Readonly<Record<FaultKind, (site: ReturnType<typeof siteOf>) => Promise<void>>> = {
    backup: async ({ works }) => void works.delete('backup'),
    clean_up: async ({ works }) => void works.delete('clean_up'),
    integrity_check: async ({ works }) => void works.delete('integrity_check'),
    audit: async ({ maintenance, works, clock }) => {
      works.delete('audit');
      await maintenance.record('audit_failed', clock.now() + 1);
    },
    mails: async ({ mailQueue, clock }) => {
      const mail = { id: 'lost', to: 'ann@example.com', subject: '', text: 'a', html: 'a' };
      await mailQueue.enqueue(mail, clock.now());
      await mailQueue.giveUp('lost', { problem: 'rejected', reason: '' }, clock.now());
    },
    disk: async ({ state }) => {
      state.free = 9;
    },
    certificate: async ({ state, clock }) => {
      state.certificateEndsAt = clock.now() + dayMs;
    },
  };
  const mend = (site: ReturnType<typeof siteOf>) => {
    for (const job of siteJobs) site.works.add(job);
    site.state.free = 50;
    site.state.certificateEndsAt = site.clock.now() + 400 * dayMs;
  };

  test.each(faultKinds)(
    '%s: one mail when it begins, one a week, and one when all is well',
    async (kind) => {
      const site = siteOf(4);
      await site.pass(24);
      expect([await site.mailQueue.counts(), site.beats()]).toEqual([
        { waiting: 0, failed: 0 },
        23,
      ]);
      await break_[kind](site);
      // The owner gets a mail within two hours of a fault that begins at once, and of a job that stopped once it is late.
      const hours = { backup: 38, clean_up: 38, integrity_check: 8 * 24 + 2, audit: 2 } as const;
      await site.pass(kind in hours ? hours[kind as SiteJob] : 2);
      expect(await site.queued()).toEqual([kind]);
      const beats = site.beats();
      if (kind !== 'mails') {
        await site.pass(7 * 24 + 1);
        expect(await site.queued()).toEqual([kind, kind]);
      }
      expect(site.beats()).toBe(beats);
      mend(site);
      const before = await site.queued();
      await site.pass(kind === 'mails' ? 3 * 24 + 4 : 6);
      expect(await site.queued()).toEqual([...before, 'well']);
      expect(site.beats()).toBeGreaterThan(beats);
      await site.pass(24 * 20);
      expect(await site.queued()).toEqual([...before, 'well']);
    },
  );

  test('a server that stood still for three days and is started calls for its backup only', async () => {
    const site = siteOf(4);
    await site.pass(24);
    site.clock.advance(3 * dayMs);
    site.state.upMs = 0;
    for (const job of siteJobs) site.works.delete(job);
    await site.pass(7);
    expect(await site.queued()).toEqual(['backup']);
    site.works.add('clean_up');
    site.works.add('integrity_check');
    await site.pass(24);
    expect(await site.queued()).toEqual(['backup']);
  });

  test('a process that has just started says nothing, not even that all is well', async () => {
    const site = siteOf(1);
    site.state.free = 1;
    site.state.upMs = 30 * minuteMs - 1;
    expect(await site.look()).toEqual({ beats: false });
    site.state.upMs += 1;
    expect(await site.look()).toEqual({ mailed: ['disk'], beats: false });
  });

  test('its own mails are no fault, however many were given up', async () => {
    const site = siteOf(4);
    await site.pass(1);
    site.state.free = 1;
    await site.pass(1);
    for (const { id } of await site.mailQueue.unsent(10))
      await site.mailQueue.giveUp(id, { problem: 'rejected', reason: '' }, site.clock.now());
    site.state.free = 50;
    await site.pass(12);
    expect(await site.mailQueue.counts()).toEqual({ waiting: 1, failed: 1 });
    expect((await site.ports.alarms.read())?.state.mails).toHaveLength(2);
  });

  test('of its own mails it knows the last fifty', async () => {
    const site = siteOf(1);
    const mails = Array.from({ length: 50 }, (_, index) => `mail ${index}`);
    await site.ports.alarms.replace(0, { faults: [], mails }, undefined, noon);
    Object.assign(site.state, { upMs: dayMs, free: 1 });
    await site.look();
    const kept = (await site.ports.alarms.read())?.state.mails;
    expect(kept?.slice(1)).toEqual(mails.slice(0, 49));
  });

  test('without a monitor a site that is well writes nothing', async () => {
    const site = siteOf(4, { hasMonitor: false });
    await site.pass(48);
    expect([await site.ports.alarms.read(), site.beats()]).toEqual([undefined, 0]);
    expect(await site.look()).toEqual({ beats: false });
  });

  test('who is never first gives up, until the next hour', async () => {
    const { ports, state } = siteOf(1);
    Object.assign(state, { upMs: dayMs, free: 1 });
    let tried = 0;
    const replace = async () => {
      tried += 1;
      return false;
    };
    const settings = { upMs: dayMs, ownerAddress, hasMonitor: true };
    const alarms = { ...ports.alarms, replace };
    expect(await lookAfterSite({ ...ports, alarms }, settings)).toEqual({ beats: false });
    expect(tried).toBe(3);
  });
});
