import type { FastifyInstance } from 'fastify';

/** The longest interval of a timer, in milliseconds. */
const never = 2 ** 31 - 1;

/**
 * The library measures the utilisation of the event loop every 100 ms. After a pause of the machine it makes up for all
 * missed intervals at once: after a day that takes most of a second, in which nothing is served, and reports that the
 * loop was busy all day. The metric cannot be switched off, so it gets the longest interval and is removed.
 */
export const withoutUtilization = { eventLoopUtilizationTimeout: never };

/** Takes the empty metric out. */
export function leaveOutUtilization({ metrics }: FastifyInstance): void {
  for (const form of ['summary', 'histogram'])
    metrics.client.register.removeSingleMetric(`nodejs_eventloop_utilization_${form}`);
}
