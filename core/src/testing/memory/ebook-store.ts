import { type Ebook, type EbookStore, keptVersions } from '../../ebook/index.ts';
import { byValue } from './by-value.ts';

/** An `EbookStore` in memory. */
export function memoryEbookStore(): EbookStore {
  let versions: readonly Ebook[] = [];
  return byValue({
    active: async () => versions[0],
    activate: async (ebook) => {
      const [replaced, ...older] = versions;
      const kept = replaced && replaced.sha256 === ebook.sha256 ? older : versions;
      versions = [ebook, ...kept].slice(0, keptVersions);
      return replaced;
    },
    activateFirst: async (ebook) => {
      if (versions.length > 0) return false;
      versions = [ebook];
      return true;
    },
    versions: async () =>
      versions.map((ebook, position) => ({ ...ebook, isActive: position === 0 })),
    restore: async (id) => {
      const restored = versions.find((ebook) => ebook.id === id);
      if (restored) versions = [restored, ...versions.filter((ebook) => ebook !== restored)];
      return restored;
    },
  });
}
