import {
  type ContentStore,
  keptVersions,
  type StoredPicture,
  unnamedPictureMs,
  type Version,
} from '../../content/index.ts';
import type { EpochMs } from '../../kernel/index.ts';
import { byValue } from '../memory/by-value.ts';

interface Row extends Version {
  readonly subject: string;
  readonly pictures: readonly string[];
}

const toVersion = ({ subject: _subject, pictures: _pictures, ...version }: Row): Version => version;

/** A `ContentStore` in memory. */
export function memoryContentStore(): ContentStore {
  let lastId = 0;
  let rows: readonly Row[] = [];
  let pictures: readonly (StoredPicture & { readonly savedAt: EpochMs })[] = [];
  const of = (subject: string) => rows.filter((row) => row.subject === subject);
  const add = (picture: StoredPicture, savedAt: EpochMs) => {
    pictures = [...pictures.filter(({ key }) => key !== picture.key), { ...picture, savedAt }];
  };
  const forgetPictures = (now: EpochMs) => {
    const named = rows.flatMap((row) => row.pictures);
    pictures = pictures.filter(
      ({ key, savedAt }) => named.includes(key) || savedAt > now - unnamedPictureMs,
    );
  };
  return byValue({
    current: async (subject) => of(subject).map(toVersion)[0],
    newest: async (prefix) => {
      const found = rows.filter(({ subject }) => subject.startsWith(prefix)).toReversed();
      return new Map(found.map((row) => [row.subject, toVersion(row)]));
    },
    currentId: async () => lastId,
    versions: async (subject) => of(subject).map(toVersion),
    save: async (subject, version, { base, pictures: named = [], picture } = {}) => {
      if (base !== undefined && base !== (of(subject)[0]?.id ?? 0)) return undefined;
      lastId += 1;
      const row = { ...version, id: lastId, subject, pictures: named };
      const kept = [row, ...of(subject)].slice(0, keptVersions);
      rows = [row, ...rows].filter((one) => one.subject !== subject || kept.includes(one));
      if (picture) add(picture, version.savedAt);
      forgetPictures(version.savedAt);
      return toVersion(row);
    },
    addPicture: async (picture, savedAt) => {
      add(picture, savedAt);
      forgetPictures(savedAt);
    },
    pictureFile: async (key, width, format) =>
      pictures
        .find((picture) => picture.key === key)
        ?.files.find((one) => one.width === width && one.format === format)?.bytes,
  });
}
