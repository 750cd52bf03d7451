import type { FileTooLargeError } from '../ebook/index.ts';
import type { EpochMs, Result } from '../kernel/index.ts';
import type { PictureProblem } from './image.ts';
import type { FactsOverlay } from './overlay.ts';

/** The last versions are kept, so that a change can be undone. */
export const keptFactsVersions = 50;

/** One saved state of the facts. */
export interface FactsVersion {
  /** Grows with each save, also after older versions are gone. */
  readonly id: number;
  readonly savedAt: EpochMs;
  /** Id of the admin; undefined for the command line. */
  readonly savedBy: string | undefined;
  /** What differs from the site configuration. */
  readonly overlay: FactsOverlay;
}

/** The formats of the sizes of a portrait. */
export type ImageFormat = 'avif' | 'jpg';

/** One size of a portrait, ready to serve. */
export interface PortraitFile {
  /** Pixels of the shorter side, or of the picture where it has fewer. */
  readonly width: number;
  readonly format: ImageFormat;
  readonly bytes: Uint8Array;
}

/** A portrait in its sizes, found by a digest of its picture. */
export interface StoredPortrait {
  /** Digest of the picture it was made from; part of the URL of each file. */
  readonly key: string;
  /** Every width in every format. */
  readonly files: readonly PortraitFile[];
}

/** Stores the facts with their versions, and the portraits that these name. */
export interface FactsStore {
  /** The newest version; undefined while nobody has saved. */
  readonly current: () => Promise<FactsVersion | undefined>;
  /** The id of the newest version, 0 without one; cheap enough to ask several times a second. */
  readonly currentId: () => Promise<number>;
  /** The kept versions, newest first. */
  readonly versions: () => Promise<readonly FactsVersion[]>;
  /**
   * Adds a version as the newest, in one atomic step with its portrait, if one is given. `base` is the id of the version
   * that the change was made from: undefined, and nothing is stored, when another one is newest by now. It forgets all
   * but the last versions, and portraits that no kept version names.
   */
  readonly save: (
    version: Omit<FactsVersion, 'id'>,
    base: number | undefined,
    portrait?: StoredPortrait,
  ) => Promise<FactsVersion | undefined>;
  /** One size of a kept portrait. */
  readonly portraitFile: (
    key: string,
    width: number,
    format: ImageFormat,
  ) => Promise<Uint8Array | undefined>;
}

/** The bytes are not a readable picture in JPEG, PNG, WebP or AVIF. */
interface NotAnImageError {
  /** Nothing was stored. */
  readonly kind: 'not_an_image';
  /** What it is instead, where that is known. */
  readonly reason?: PictureProblem;
}

/** The picture has too few pixels for a portrait, or more than are decoded. */
interface ImageSizeError {
  /** Which of the two limits. */
  readonly kind: 'image_too_small' | 'image_too_large';
  /** The least width and height, or the most pixels in millions. */
  readonly limit: number;
}

/** Why a picture cannot become the portrait. */
export type PortraitError = NotAnImageError | ImageSizeError | FileTooLargeError;

/** Makes the sizes of a portrait from a picture that somebody uploaded. */
export interface PortraitMaker {
  /**
   * Reads a picture by its bytes (its name does not count), turns it upright, and removes everything but the pixels,
   * such as the place and time it was taken. Stops at the first byte past `limitBytes`, and rejects when `bytes` does.
   */
  readonly make: (
    bytes: AsyncIterable<Uint8Array>,
    limitBytes: number,
  ) => Promise<Result<StoredPortrait, PortraitError>>;
}
