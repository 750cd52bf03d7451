import { createHash } from 'node:crypto';
import {
  awayImagePath,
  portraitPath,
  type SiteConfig,
  type SocialCard,
} from '@coachsite/adapters/contract';
import type { DrawSocialPerson } from '@coachsite/adapters/images';
import type { ContentStore } from '@coachsite/core/content';
import type { LaidSite } from './laid-site.ts';
import { type Asset, assetOf } from './site-files.ts';

/** The size of the portrait that is drawn, in pixels. */
const portraitWidth = 480;

/** The images of the build, with the coach of now on them. */
export interface SocialImages {
  /** The image at a path; undefined if there is none. */
  readonly at: (path: string) => Promise<Asset | undefined>;
}

/**
 * Draws name and portrait of the coach on a social image at its first request after they changed, one image at a time,
 * and keeps it. Drawing all of them after each save would take every process some seconds, for images that few ask for.
 * During days off, an image that promises a reply is replaced by one that does not, also under its usual path. A name
 * or portrait that is a sample is left out, because an image cannot mark it. If drawing fails, the image of the build
 * is served, and the next request tries again.
 */
export function createSocialImages(
  live: LaidSite,
  site: SiteConfig,
  {
    pictureFile,
    draw,
    drawCard,
    onFailure,
  }: {
    readonly pictureFile: ContentStore['pictureFile'];
    readonly draw: DrawSocialPerson;
    readonly drawCard: (card: SocialCard) => Promise<Buffer>;
    readonly onFailure: (error: unknown) => void;
  },
): SocialImages {
  const kept = new Map<string, { readonly key: string; readonly image: Promise<Asset> }>();
  const cards: typeof kept = new Map();
  let last: Promise<unknown> = Promise.resolve();

  /** From the database, or from the build while it is the portrait of the file. */
  async function portraitOf(key: string): Promise<Uint8Array | undefined> {
    const built = live.current().assets.get(portraitPath(key, portraitWidth, 'jpg'));
    return built?.identity ?? (await pictureFile(key, portraitWidth, 'jpg'));
  }

  /** The image of an article that is written on the site, drawn once for each title. */
  async function ofArticle(path: string): Promise<Asset | undefined> {
    const card = await live.cardAt(path);
    if (!card) return undefined;
    const key = JSON.stringify(card);
    const known = cards.get(path);
    if (known?.key === key) return known.image;
    const image = drawCard(card).then((bytes) => assetOf('image/png', bytes));
    cards.set(path, { key, image });
    image.catch(() => cards.delete(path));
    return image;
  }

  async function drawn(base: Asset, name: string, brand: string, key: string): Promise<Asset> {
    const portrait = key ? await portraitOf(key) : undefined;
    return assetOf('image/png', await draw(base.identity, { brand, name, portrait }));
  }

  return {
    at: async (path) => {
      const { name, coach, samples, pause } = site;
      const { assets } = live.current();
      const base =
        (await ofArticle(path)) ?? (pause && assets.get(awayImagePath(path))) ?? assets.get(path);
      if (!base || !coach.name || samples.includes('coach')) return base;
      const { file } = coach.portrait;
      const key = createHash('sha256')
        .update(JSON.stringify([base.etag, name, coach.name, file]))
        .digest('hex');
      const known = kept.get(path);
      if (known?.key === key) return known.image;
      const image = last
        .then(() => drawn(base, coach.name, name, file))
        .catch((error: unknown) => {
          if (kept.get(path)?.key === key) kept.delete(path);
          onFailure(error);
          return base;
        });
      kept.set(path, { key, image });
      last = image;
      return image;
    },
  };
}
