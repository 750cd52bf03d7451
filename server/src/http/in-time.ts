import { secondMs } from '@coachsite/core/kernel';

/** Pages wait at most this long for one response of the database, in milliseconds. */
const longestWaitMs = 2 * secondMs;

/** The value of some work; rejects, with the status 503, when it takes longer than pages wait, or than `waitMs`. */
export async function inTime<T>(work: Promise<T>, waitMs = longestWaitMs): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(Object.assign(new Error('The database does not respond'), { statusCode: 503 })),
    waitMs,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
