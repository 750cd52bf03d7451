import { statfs } from 'node:fs/promises';
import { countOpenMessages, type MessageStore, type PauseStore } from '@coachsite/core/contact';
import type { EbookStore } from '@coachsite/core/ebook';
import type { EpochMs } from '@coachsite/core/kernel';
import type { MailQueue } from '@coachsite/core/mail';
import type { SecurityEvent } from '@coachsite/core/security-log';
import type { SmsQueue } from '@coachsite/core/sms';
import type { FastifyInstance } from 'fastify';
import program from '../../package.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import { inTime } from './in-time.ts';

/** Ports of the figures. */
export interface SiteMetricsPorts {
  readonly clock: { readonly now: () => EpochMs };
  readonly mailQueue: MailQueue;
  readonly smsQueue: SmsQueue;
  readonly messages: MessageStore;
  readonly pauses: Pick<PauseStore, 'list'>;
  readonly ebooks: EbookStore;
  readonly maintenance: { readonly lastAt: (task: 'backup') => Promise<EpochMs | undefined> };
  /** The size of the database, in bytes. */
  readonly databaseBytes: () => Promise<number>;
  readonly onEvent: (listener: (event: SecurityEvent) => void) => void;
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** A figure by the values of its label; without a label the key is empty. */
type Figures = Readonly<Record<string, number>>;

/**
 * Adds the figures of the site to the metrics: what an operator needs for alerts. One that cannot be read is left out.
 * Events that commands write to the security log are not counted. Source: docs/contract.md#3.
 */
export function siteMetrics(app: FastifyInstance, ports: SiteMetricsPorts, config: Config): void {
  const { Counter, Gauge } = app.metrics.client;
  /** A gauge that is read when the metrics are. */
  const gauge = (name: string, help: string, read: () => Promise<Figures>, label?: string) =>
    new Gauge({
      name: `coachsite_${name}`,
      help,
      labelNames: label ? [label] : [],
      // It is the same in all workers of one site.
      aggregator: 'first',
      async collect() {
        // While the database is away the figures that do not need it are wanted most.
        const figures = await inTime(read()).catch(() => undefined);
        if (!figures) {
          this.reset();
          // Without a label, it would be 0.
          if (!label) this.remove();
        }
        for (const [value, figure] of Object.entries(figures ?? {})) {
          this.set(label ? { [label]: value } : {}, figure);
        }
      },
    });
  const single = (name: string, help: string, read: () => number | Promise<number>) =>
    gauge(name, help, async () => ({ '': await read() }));
  const openMessages = () =>
    countOpenMessages(ports, { promiseMs: config.replyPromiseMs }, ports.clock.now());

  const versions = async () => ({ [program.version]: 1 });
  gauge('info', 'The version that runs, as a label', versions, 'version');
  const mails = async () => {
    const { waiting, failed } = await ports.mailQueue.counts();
    return { waiting, failed };
  };
  gauge('mails', 'Mails that wait, and mails that were given up', mails, 'state');
  single('text_messages_waiting', 'Text messages that wait', ports.smsQueue.waiting);
  const open = async () => (await openMessages()).new;
  single('messages_open', 'Messages of visitors without a reply', open);
  const late = async () => (await openMessages()).late;
  single('messages_late', 'Messages of visitors whose promised reply is overdue', late);
  const hasEbook = async () => ((await ports.ebooks.active()) ? 1 : 0);
  single('ebook_present', 'Whether there is an e-book to download', hasEbook);
  const backup = async () => ((await ports.maintenance.lastAt('backup')) ?? 0) / 1000;
  single('last_backup_timestamp_seconds', 'When the last backup was made; 0: never', backup);
  const free = () => freeBytes(config.dataDirectory);
  single('disk_free_bytes', 'Space left on the disk of DATA_DIR', free);
  single('database_bytes', 'Size of the database with its write-ahead log', ports.databaseBytes);

  const events = new Counter({
    name: 'coachsite_security_events_total',
    help: 'Events of the security log since the start, such as auth_failure and lock',
    labelNames: ['action', 'source'],
  });
  // Alerts use the rate of these counters, which needs a first value.
  for (const action of ['auth_success', 'auth_failure', 'lock']) {
    events.inc({ action, source: 'server' }, 0);
  }
  ports.onEvent(({ actionType, source }) => events.inc({ action: actionType, source }));
}
