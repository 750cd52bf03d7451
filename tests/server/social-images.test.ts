import { portraitPath, type SiteConfig } from '@coachsite/adapters/contract';
import { expect, test } from 'vitest';
import { laidSite } from '#server/src/pages/laid-site.ts';
import { fixedSite } from '#server/src/pages/live-site.ts';
import { assetOf, type SiteFiles } from '#server/src/pages/site-files.ts';
import { createSocialImages } from '#server/src/pages/social-images.ts';
import { siteConfig } from '../support/site-config.ts';

const path = '/social/home-nl.png';
const base = assetOf('image/png', Buffer.from('as built'));
const siteOf = (name: string, file = ''): SiteConfig => ({
  ...siteConfig,
  samples: [],
  coach: { ...siteConfig.coach, name, portrait: { ...siteConfig.coach.portrait, file } },
});

/** Social images over files of the build and a database; `draw` writes the name and the portrait as text. */
function openImages(
  site: SiteConfig,
  stored: () => Promise<Uint8Array | undefined>,
  built?: string,
) {
  const assets = new Map([[path, base]]);
  if (built) {
    const { file } = site.coach.portrait;
    assets.set(portraitPath(file, 480, 'jpg'), assetOf('image/jpeg', Buffer.from(built)));
  }
  const failures: unknown[] = [];
  const drawn: string[] = [];
  const images = createSocialImages(laidSite(fixedSite({ assets } as unknown as SiteFiles)), site, {
    pictureFile: stored,
    drawCard: async () => expect.fail('no article is written on the site'),
    draw: async (_image, { name, portrait }) => {
      drawn.push(name);
      return Buffer.from(`${name} with ${portrait ? Buffer.from(portrait).toString() : 'nobody'}`);
    },
    onFailure: (error) => failures.push(error),
  });
  return { at: async () => (await images.at(path))?.identity.toString(), failures, drawn };
}

test('the portrait is that of the build, or one from the database', async () => {
  const stored = async () => Buffer.from('a new portrait');
  expect(await openImages(siteOf('Mila', 'first'), stored, 'the first portrait').at()).toBe(
    'Mila with the first portrait',
  );
  expect(await openImages(siteOf('Mila', 'second'), stored).at()).toBe('Mila with a new portrait');
  expect(await openImages(siteOf('Mila'), stored).at()).toBe('Mila with nobody');
});

test('an image that cannot be drawn is the one of the build, and is tried again', async () => {
  let isDown = true;
  const images = openImages(siteOf('Mila', 'key'), async () => {
    if (isDown) throw new Error('The database does not respond');
    return Buffer.from('a portrait');
  });
  expect(await Promise.all([images.at(), images.at()])).toEqual(['as built', 'as built']);
  expect(images.failures).toHaveLength(1);
  isDown = false;
  expect(await Promise.all([images.at(), images.at()])).toEqual(
    Array(2).fill('Mila with a portrait'),
  );
  expect(images.drawn).toEqual(['Mila']);
});
