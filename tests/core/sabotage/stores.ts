import {
  blobStoreContract,
  consentLogContract,
  downloadLogContract,
  ebookStoreContract,
  interestStoreContract,
  launchStoreContract,
  mailQueueContract,
  maintenanceLogContract,
  memoryConsentLog,
  memoryDigest,
  memoryDownloadLog,
  memoryEbookStore,
  memoryInterestStore,
  memoryLaunchStore,
  memoryMailQueue,
  memoryMaintenanceLog,
  memoryMessageStore,
  memoryPauseStore,
  memoryReportStore,
  memorySecurityLog,
  memorySmsQueue,
  messageStoreContract,
  pauseStoreContract,
  reportStoreContract,
  securityLogContract,
  smsQueueContract,
} from '@coachsite/core/testing';
import { factsStoreContract, memoryFactsStore } from '@coachsite/core/testing/site';
import { openedBlobs } from './over-memory.ts';
import type { Sabotages } from './watch.ts';

export const storeSabotages: Sabotages = {
  'ignores where a page of events begins': (runner) => {
    const sabotaged = async (...limits: Parameters<typeof memorySecurityLog>) => {
      const log = memorySecurityLog(...limits);
      return {
        ...log,
        list: ({ before, ...query }: Parameters<typeof log.list>[0]) => log.list(query),
      };
    };
    securityLogContract(runner, sabotaged, sabotaged);
  },
  'filters events by one of two conditions': (runner) => {
    const sabotaged = async (...limits: Parameters<typeof memorySecurityLog>) => {
      const log = memorySecurityLog(...limits);
      const list: typeof log.list = ({ source, ...query }) =>
        log.list(query.actionType ? query : { ...query, source });
      return { ...log, list };
    };
    securityLogContract(runner, sabotaged, sabotaged);
  },
  'calls a listener once for mails': (runner) =>
    mailQueueContract(runner, async () => {
      const queue = memoryMailQueue();
      const onEnqueued: typeof queue.onEnqueued = (listener) => {
        const stop = queue.onEnqueued(() => {
          stop();
          listener();
        });
        return stop;
      };
      return { ...queue, onEnqueued };
    }),
  'has one listener for text messages': (runner) =>
    smsQueueContract(runner, async () => {
      const queue = memorySmsQueue();
      let stop = () => {};
      const onEnqueued: typeof queue.onEnqueued = (listener) => {
        stop();
        stop = queue.onEnqueued(listener);
        return stop;
      };
      return { ...queue, onEnqueued };
    }),
  'reads a blob to its end, whatever was asked for': (runner) =>
    blobStoreContract(
      runner,
      async () =>
        openedBlobs((store) => ({
          ...store,
          open: async (key) => {
            const blob = await store.open(key);
            return blob && { ...blob, read: (start) => blob.read(start) };
          },
        })),
      memoryDigest,
    ),
  'has one reader for a blob': (runner) =>
    blobStoreContract(
      runner,
      async () =>
        openedBlobs((store) => ({
          ...store,
          open: async (key) => {
            const blob = await store.open(key);
            if (!blob) return undefined;
            const once = blob.read();
            return { ...blob, read: (start, end) => (end ? blob.read(start, end) : once) };
          },
        })),
      memoryDigest,
    ),
  'removes a blob that is kept again while it sweeps': (runner) =>
    blobStoreContract(
      runner,
      async () =>
        openedBlobs((store) => ({
          ...store,
          sweep: async (keep, before) => {
            const removed = await store.sweep(keep, before);
            return removed + (await store.sweep(keep, before + 5000));
          },
        })),
      memoryDigest,
    ),
  'keeps an upload without a word that a sweep has removed': (runner) =>
    blobStoreContract(
      runner,
      async () =>
        openedBlobs((store) => {
          let hasSwept = false;
          return {
            stage: async (bytes, limitBytes) =>
              (await store.stage(bytes, limitBytes)).map((staged) => ({
                ...staged,
                keep: async () => (hasSwept ? undefined : staged.keep()),
              })),
            open: store.open,
            sweep: (keep, before) => {
              hasSwept = true;
              return store.sweep(keep, before);
            },
          };
        }),
      memoryDigest,
    ),
  'ignores leases, so that two workers send one mail': (runner) =>
    mailQueueContract(runner, async () => {
      const queue = memoryMailQueue();
      return { ...queue, take: (limit, _until, now) => queue.take(limit, now, now) };
    }),
  'counts a postponed mail as tried': (runner) =>
    mailQueueContract(runner, async () => {
      const queue = memoryMailQueue();
      return { ...queue, postpone: (id, failure, until) => queue.retryLater(id, failure, until) };
    }),
  'forgets that a mail was sent': (runner) =>
    mailQueueContract(runner, async () => {
      const queue = memoryMailQueue();
      return { ...queue, markSent: async (id) => queue.drop(id) };
    }),
  'removes text messages to numbers that begin alike': (runner) =>
    smsQueueContract(runner, async () => {
      const queue = memorySmsQueue();
      return {
        ...queue,
        removeToNumber: async (to) =>
          (await queue.removeToNumber(to)) + (await queue.removeToNumber(to.slice(0, -1))),
      };
    }),
  'stores more bytes than allowed': (runner) =>
    blobStoreContract(
      runner,
      async () =>
        openedBlobs((store) => ({
          ...store,
          stage: (bytes, limit) => store.stage(bytes, limit + 1),
        })),
      memoryDigest,
    ),
  'shows a file before it is kept': (runner) =>
    blobStoreContract(
      runner,
      async () =>
        openedBlobs((store) => ({
          ...store,
          stage: async (bytes, limit) => {
            const staged = await store.stage(bytes, limit);
            if (staged.isOk()) await staged.value.keep();
            return staged;
          },
        })),
      memoryDigest,
    ),
  'forgets the e-book that was replaced': (runner) =>
    ebookStoreContract(runner, async () => {
      const store = memoryEbookStore();
      return { ...store, activate: (ebook) => store.activate(ebook).then(() => undefined) };
    }),
  'loses downloads that were counted at once': (runner) =>
    downloadLogContract(runner, async () => {
      const log = memoryDownloadLog();
      let isBusy = false;
      return {
        ...log,
        record: async (day, kind) => {
          if (isBusy) return;
          isBusy = true;
          await Promise.resolve();
          await log.record(day, kind);
          isBusy = false;
        },
      };
    }),
  'stores a change over one that it did not see': (runner) =>
    factsStoreContract(runner, async () => {
      const store = memoryFactsStore();
      return {
        ...store,
        save: (version, _base, ...rest) => store.save(version, undefined, ...rest),
      };
    }),
  'confirms an interest by any link': (runner) =>
    interestStoreContract(runner, async () => {
      const queue = memoryMailQueue();
      const store = memoryInterestStore(queue);
      const confirm: typeof store.confirm = (digest, now) =>
        store.confirm(digest.replace('unsubscribe', 'confirm'), now);
      return { queue, launches: memoryLaunchStore(store, queue), store: { ...store, confirm } };
    }),
  'announces a launch to everybody at once, whatever its pace': (runner) =>
    launchStoreContract(runner, async () => {
      const queue = memoryMailQueue();
      const store = memoryInterestStore(queue);
      const launches = memoryLaunchStore(store, queue);
      const start: typeof launches.start = (launch, ...rest) =>
        launches.start({ ...launch, perHour: undefined }, ...rest);
      return { queue, store, launches: { ...launches, start } };
    }),
  'mails about messages beyond the allowance': (runner) =>
    messageStoreContract(runner, async () => {
      const queue = memoryMailQueue();
      const store = memoryMessageStore(queue);
      const add: typeof store.add = (message, mail) =>
        store.add(message, mail, { since: 0, limit: 1_000_000 });
      return { queue, store: { ...store, add } };
    }),
  'overwrites the proof of an earlier choice': (runner) =>
    consentLogContract(runner, async () => {
      let log = memoryConsentLog();
      return {
        add: async (...given) => {
          log = memoryConsentLog();
          await log.add(...given);
        },
        ofNumber: (...given) => log.ofNumber(...given),
        count: () => log.count(),
        purge: (before) => log.purge(before),
      };
    }),
  'finds the events of an account only, not those that name the person': (runner) => {
    const sabotaged = async (...limits: Parameters<typeof memorySecurityLog>) => {
      const log = memorySecurityLog(...limits);
      return {
        ...log,
        about: (person: Parameters<typeof log.about>[0]) => log.about({ ...person, mentions: [] }),
      };
    };
    securityLogContract(runner, sabotaged, sabotaged);
  },
  'keeps the latest time of a task instead of the last': (runner) =>
    maintenanceLogContract(runner, async () => {
      const log = memoryMaintenanceLog();
      return {
        ...log,
        record: async (task, at) => log.record(task, Math.max(at, (await log.lastAt(task)) ?? 0)),
      };
    }),
  'undoes a pause that was made at the same time': (runner) =>
    pauseStoreContract(runner, async () => {
      const store = memoryPauseStore();
      return {
        ...store,
        change: async (rule) => {
          const next = rule(await store.list());
          await Promise.resolve();
          await store.change(() => next);
        },
      };
    }),
  'keeps every report': (runner) =>
    reportStoreContract(runner, async () => {
      const store = memoryReportStore();
      return { ...store, add: (report) => store.add(report, 1_000_000) };
    }),
};
