import {
  type FactsStore,
  type FactsVersion,
  keptFactsVersions,
  type StoredPortrait,
} from '../../facts/index.ts';
import { byValue } from '../memory/by-value.ts';

/** A `FactsStore` in memory. */
export function memoryFactsStore(): FactsStore {
  let versions: readonly FactsVersion[] = [];
  let portraits: readonly StoredPortrait[] = [];
  const currentId = () => versions[0]?.id ?? 0;
  return byValue({
    current: async () => versions[0],
    currentId: async () => currentId(),
    versions: async () => versions,
    save: async (version, base, portrait) => {
      if (base !== undefined && base !== currentId()) return undefined;
      const saved = { ...version, id: currentId() + 1 };
      versions = [saved, ...versions].slice(0, keptFactsVersions);
      const named = versions.map(({ overlay }) => overlay.coach?.portrait.file);
      portraits = [...portraits, ...(portrait ? [portrait] : [])].filter(({ key }) =>
        named.includes(key),
      );
      return saved;
    },
    portraitFile: async (key, width, format) =>
      portraits
        .find((portrait) => portrait.key === key)
        ?.files.find((one) => one.width === width && one.format === format)?.bytes,
  });
}
