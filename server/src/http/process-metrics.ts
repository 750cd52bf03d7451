import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';

/** The longest interval of a timer, in milliseconds. */
const never = 2 ** 31 - 1;

/**
 * The library measures the event loop by two timers, which cannot be switched off: they get the longest interval. One asks
 * every 100 ms how busy it was, and after a pause of the machine makes up for all missed intervals at once: after a day
 * that takes most of a second, in which nothing is served. The other wakes the process a hundred times a second, which is
 * most of what a site without visitors takes of a processor.
 */
export const withoutTimers = {
  eventLoopUtilizationTimeout: never,
  eventLoopMonitoringPrecision: never,
};

/** What these timers would have measured. */
const empty = [
  ...['summary', 'histogram'].map((form) => `nodejs_eventloop_utilization_${form}`),
  ...['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'].map(
    (figure) => `nodejs_eventloop_lag_${figure}_seconds`,
  ),
];

/** Puts one figure in the place of the empty ones: how busy the event loop was since the metrics were read last. */
export function eventLoopMetrics({ metrics: { client } }: FastifyInstance): void {
  for (const name of empty) client.register.removeSingleMetric(name);
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  new client.Gauge({
    name: 'coachsite_event_loop_busy_ratio',
    help: 'Share of the time since the last reading in which the event loop was busy',
    aggregator: 'max',
    collect() {
      const now = performance.eventLoopUtilization();
      this.set(performance.eventLoopUtilization(now, before).utilization);
      before = now;
    },
  });
}
