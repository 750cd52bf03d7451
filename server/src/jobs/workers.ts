import { bundleMessages, remindOfReplies } from '@coachsite/core/contact';
import { sweepEbooks } from '@coachsite/core/ebook';
import { hourMs, minuteMs, secondMs } from '@coachsite/core/kernel';
import { releaseLaunches } from '@coachsite/core/notify-me';
import type { FastifyInstance } from 'fastify';
import type { ListPorts } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import { lookHourly } from './alarm.ts';
import { cleanUpByTrustedClock } from './clean-up.ts';
import { checkIntegrityWeekly } from './integrity.ts';
import { startMailWorker } from './mail-worker.ts';
import { startSmsWorker } from './sms-worker.ts';
import { surroundings } from './surroundings.ts';

/** How often the pace of a launch is looked at, in milliseconds. */
const launchReleaseMs = 5 * secondMs;

/** Runs `work` now, and then every `intervalMs`, one run at a time; a run that fails is logged and tried again. */
function every(intervalMs: number, work: () => Promise<unknown>, failed: (error: unknown) => void) {
  let running: Promise<unknown> | undefined;
  const run = () => {
    running ??= work()
      .catch(failed)
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(run, intervalMs);
  timer.unref();
  run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/**
 * Background work of the server: delivers mails and text messages, bundles notifications, releases launch mails,
 * reminds the coach of replies, stores what was counted in memory (`flushCounts`), removes expired data and unused files,
 * checks the database, and calls the owner.
 */
export function startWorkers(
  app: FastifyInstance,
  ports: ListPorts,
  config: Config,
  flushCounts: () => Promise<void>,
): void {
  const stopping = new AbortController();
  let stops: readonly (() => Promise<void>)[] = [];
  const failed = (err: unknown) => app.log.error({ err }, 'a background job failed');
  app.addHook('onReady', async () => {
    const mails = startMailWorker(ports, app.log);
    const cleanUp = cleanUpByTrustedClock(ports, config.site, app.log);
    const look = lookHourly({ ...ports, ...surroundings(config) }, config, app.log);
    const texts = startSmsWorker(ports, app.log);
    stops = [
      mails.stop,
      texts.stop,
      every(minuteMs, () => Promise.all([bundleMessages(ports), flushCounts()]), failed),
      every(launchReleaseMs, () => releaseLaunches(ports), failed),
      every(minuteMs, () => remindOfReplies(ports, { promiseMs: config.replyPromiseMs }), failed),
      // The clean-up is what a look after it may speak of, and a clean-up that fails must not keep it from speaking.
      every(hourMs, () => cleanUp().catch(failed).then(look), failed),
      every(hourMs, () => sweepEbooks(ports), failed),
      every(hourMs, () => checkIntegrityWeekly(ports, app.log, stopping.signal), failed),
    ];
  });
  app.addHook('onClose', async () => {
    stopping.abort();
    await Promise.all(stops.map((stop) => stop()));
  });
}
