import { networkBucket } from '@coachsite/core/rate-limit';

/** The column `network_bucket` of a row of this client; one that nobody knows counts as a network of its own. */
export const bucketOf = (ip: string | undefined): number =>
  ip === undefined ? -1 : networkBucket(ip);
