import type { EpochMs, UserId } from '../kernel/index.ts';

/** A device as an export shows it: what is kept of its secret says nothing. */
export interface KnownDevice {
  readonly firstSeenAt: EpochMs;
  /** Its last sign-in. */
  readonly lastSeenAt: EpochMs;
}

/** The devices that accounts have signed in with, under hashes. */
export interface DeviceStore {
  /**
   * Notes a sign-in, in one atomic step; whether the account had signed in with this device since `unusedSince`. Of an account
   * with more than `most` the device that was not used for longest goes. True, and nothing noted, without the user.
   */
  readonly see: (
    device: { readonly userId: UserId; readonly hash: string },
    now: EpochMs,
    bounds: { readonly unusedSince: EpochMs; readonly most: number },
  ) => Promise<boolean>;
  /** The devices of a user, the last used first. */
  readonly ofUser: (userId: UserId) => Promise<readonly KnownDevice[]>;
  /** Forgets the devices of a user. */
  readonly removeOfUser: (userId: UserId) => Promise<void>;
  /** Forgets the devices last used before `unusedSince`; returns the count. */
  readonly sweep: (unusedSince: EpochMs) => Promise<number>;
}
