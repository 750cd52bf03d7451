import type { FileTooLargeError } from '../ebook/index.ts';
import { dayMs, type EpochMs, type Result } from '../kernel/index.ts';
import type { PictureProblem } from './picture-format.ts';

/** The last versions of a subject are kept, so that a change can be undone. */
export const keptVersions = 50;

/** How long a picture that no version names is kept: as long as somebody may write the text that will. */
export const unnamedPictureMs: number = 7 * dayMs;

/** One saved state of a subject. */
export interface Version<Content = unknown> {
  /** Grows with each save of any subject, also after older versions are gone. */
  readonly id: number;
  readonly savedAt: EpochMs;
  /** Id of the admin; undefined for the command line. */
  readonly savedBy: string | undefined;
  /** What was saved, as JSON can hold it. */
  readonly content: Content;
}

/** A version before the store gives it an id. */
export type NewVersion<Content = unknown> = Omit<Version<Content>, 'id'>;

/** The formats of the sizes of a picture. */
export type ImageFormat = 'avif' | 'jpg';

/** One size of a picture, ready to serve. */
export interface PictureFile {
  /** By which it is asked for: pixels of the shorter side of a portrait, or of the width of a picture in a text. */
  readonly width: number;
  readonly format: ImageFormat;
  readonly bytes: Uint8Array;
}

/** A picture in its sizes, found by a digest. */
export interface StoredPicture {
  /** Digest of the picture it was made from; part of the URL of each file. */
  readonly key: string;
  /** Every width in every format. */
  readonly files: readonly PictureFile[];
}

/** What a version is saved with. */
export interface SaveOptions {
  /**
   * The id of the version of the subject that the change was made from, 0 for none: when another one is newest by now,
   * nothing is stored. Without it, the version replaces whatever is newest.
   */
  readonly base?: number | undefined;
  /** Keys of the pictures that the version shows. */
  readonly pictures?: readonly string[];
  /** A new picture, stored in the same atomic step. */
  readonly picture?: StoredPicture | undefined;
}

/**
 * Stores what is written on the site and laid over its files, with its versions, and the pictures that these name. A
 * subject is one thing with a history of its own: the facts, an article in a language, a text.
 */
export interface ContentStore {
  /** The newest version of a subject; undefined while nobody has saved one. */
  readonly current: (subject: string) => Promise<Version | undefined>;
  /** The newest version of every subject that begins with `prefix`, which has letters, digits, `/` and `-` only. */
  readonly newest: (prefix: string) => Promise<ReadonlyMap<string, Version>>;
  /** The id of the newest version of all subjects, 0 without one; cheap enough to ask several times a second. */
  readonly currentId: () => Promise<number>;
  /** The kept versions of a subject, newest first. */
  readonly versions: (subject: string) => Promise<readonly Version[]>;
  /**
   * Adds a version as the newest of its subject, in one atomic step. Returns undefined, and stores nothing, when `base` is
   * no longer the newest. It forgets all but the last versions of the subject, and pictures that no kept version names
   * once they were stored a week before `savedAt`.
   */
  readonly save: (
    subject: string,
    version: NewVersion,
    options?: SaveOptions,
  ) => Promise<Version | undefined>;
  /** Stores a picture that a version may name later; one that is there begins its week anew. */
  readonly addPicture: (picture: StoredPicture, savedAt: EpochMs) => Promise<void>;
  /** One size of a kept picture. */
  readonly pictureFile: (
    key: string,
    width: number,
    format: ImageFormat,
  ) => Promise<Uint8Array | undefined>;
}

/** The versions of one subject, whose contents are of one type. */
export interface Versions<Content> {
  /** The newest version; undefined while nobody has saved. */
  readonly current: () => Promise<Version<Content> | undefined>;
  /** The kept versions, newest first. */
  readonly versions: () => Promise<readonly Version<Content>[]>;
  /** As {@link ContentStore.save}. */
  readonly save: (
    version: NewVersion<Content>,
    options?: SaveOptions,
  ) => Promise<Version<Content> | undefined>;
}

/** The bytes are not a readable picture in JPEG, PNG, WebP or AVIF. */
interface NotAnImageError {
  /** Nothing was stored. */
  readonly kind: 'not_an_image';
  /** What it is instead, where that is known. */
  readonly reason?: PictureProblem;
}

/** The picture has too few pixels, or more than are decoded. */
interface ImageSizeError {
  /** Which of the two limits. */
  readonly kind: 'image_too_small' | 'image_too_large';
  /** The least width and height, or the most pixels in millions. */
  readonly limit: number;
}

/** Why a picture cannot be used. */
export type PictureError = NotAnImageError | ImageSizeError | FileTooLargeError;

/** What a picture is for: the coach's portrait, which pages show in a circle, or to stand in a text. */
export type PictureUse = 'portrait' | 'text';

/** A picture as it was made: upright, in its sizes. */
export interface MadePicture extends StoredPicture {
  /** Pixels of the largest size. */
  readonly width: number;
  /** Pixels of the largest size. */
  readonly height: number;
}

/** Makes the sizes of a picture that somebody uploaded. */
export interface PictureMaker {
  /**
   * Reads a picture by its bytes (its name does not count), turns it upright, and removes everything but the pixels,
   * such as the place and time it was taken. Stops at the first byte past `limitBytes`, and rejects when `bytes` does.
   */
  readonly make: (
    bytes: AsyncIterable<Uint8Array>,
    limitBytes: number,
    use: PictureUse,
  ) => Promise<Result<MadePicture, PictureError>>;
}
