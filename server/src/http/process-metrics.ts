import type { FastifyInstance } from 'fastify';

/** The longest interval of a timer, in milliseconds. */
const never = 2 ** 31 - 1;

/**
 * The library observes the utilisation of the event loop every 100 ms, and after a pause of the machine makes up for each
 * interval that it missed, at once: for a day that takes most of a second, in which nothing is served, and says that the
 * loop was as busy all day. It has no switch, so that the metric is given the longest interval and taken out.
 */
export const withoutUtilization = { eventLoopUtilizationTimeout: never };

/** Takes the empty metric out. */
export function leaveOutUtilization({ metrics }: FastifyInstance): void {
  for (const form of ['summary', 'histogram'])
    metrics.client.register.removeSingleMetric(`nodejs_eventloop_utilization_${form}`);
}
