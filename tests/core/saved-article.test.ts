import {
  type ArticleChange,
  articleFileName,
  articleNameOf,
  articleState,
  articleVersions,
  isArticleSlug,
  layOverArticles,
  removeArticle,
  restoreArticle,
  saveArticle,
  savedArticles,
} from '@coachsite/core/blog';
import { type Language, languages } from '@coachsite/core/language';
import { requireAdmin } from '@coachsite/core/roles';
import { memoryClock, memoryIds, memorySecurityLog } from '@coachsite/core/testing';
import { memoryContentStore } from '@coachsite/core/testing/site';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const noon = Date.UTC(2026, 10, 24, 12);
const today = '2026-11-24';
const actor = requireAdmin({
  userId: 'coach',
  sessionId: 's',
  roles: ['admin'],
  needsSecondFactor: false,
})._unsafeUnwrap();

const slug = fc
  .array(fc.stringMatching(/^[a-z0-9]{1,8}$/), { minLength: 1, maxLength: 4 })
  .map((words) => words.join('-'));
const name = fc.record({ slug, language: fc.constantFrom(...languages) });

const public1 = { draft: false, publishedOn: '2026-11-01', markdown: 'one' };
const draft = { draft: true, publishedOn: '2026-11-01', markdown: 'draft' };
const later = { draft: false, publishedOn: '2026-11-25', markdown: 'later' };

function site(file?: ArticleChange['file']) {
  const content = memoryContentStore();
  const securityLog = memorySecurityLog();
  const ports = { clock: memoryClock(noon), ids: memoryIds(), content, securityLog };
  const ann = { slug: 'ann', language: 'nl' as Language };
  const context = { ip: '192.0.2.1', userAgent: 'a browser' };
  const change: ArticleChange = { actor, context, name: ann, file, today };
  const pictures = ['key'];
  return {
    ports,
    ann,
    save: (text: typeof draft, base?: number) =>
      saveArticle(ports, change, { text, pictures, base }),
    restore: (id: number) =>
      restoreArticle(ports, change, { id, picturesOf: (markdown) => [`of ${markdown}`] }),
    remove: () => removeArticle(ports, change),
    current: async () => (await savedArticles(content)).get('ann.nl.md')?.content,
    logged: async () =>
      (await securityLog.list({ limit: 10 })).map(({ actionType, userId, details }) => [
        actionType,
        userId,
        details,
      ]),
  };
}

test('the name of a file names its article, and nothing else does', () => {
  fc.assert(
    fc.property(name, (one) => {
      expect(articleNameOf(articleFileName(one))).toEqual(one);
    }),
  );
  for (const other of [
    'Ann.nl.md',
    'ann.fr.md',
    'ann.md',
    'a--b.nl.md',
    '../a.nl.md',
    'a.nl.md~',
    '\nann.nl.md',
  ])
    expect(articleNameOf(other)).toBeUndefined();
  expect([isArticleSlug('a'.repeat(80)), isArticleSlug('a'.repeat(81))]).toEqual([true, false]);
});

test('what is on the site lies over its file, and nothing else changes', () => {
  const few = fc.constantFrom('ann', 'bob', 'cas');
  const article = fc.record({
    slug: few,
    language: fc.constantFrom(...languages),
    by: fc.string(),
  });
  const distinct = fc.uniqueArray(article, { selector: articleFileName });
  fc.assert(
    fc.property(distinct, distinct, (files, saved) => {
      const over = new Map(saved.map((one) => [articleFileName(one), one]));
      const laid = layOverArticles(files, over);
      const byName = new Map(laid.map((one) => [articleFileName(one), one]));
      expect(byName.size).toBe(laid.length);
      for (const file of files) {
        const own = over.get(articleFileName(file));
        expect(byName.get(articleFileName(file))).toBe(own ?? file);
      }
      for (const [key, one] of over) expect(byName.get(key)).toBe(one);
      expect(layOverArticles(files, new Map())).toEqual(files);
    }),
  );
});

test('the state says what visitors see', () => {
  const saved = (text: typeof draft | null, wasPublic = false) => ({ text, wasPublic });
  expect(articleState(public1, undefined, today)).toBe('file');
  expect(articleState(public1, saved(null, true), today)).toBe('file');
  expect(articleState(public1, saved(public1), today)).toBe('site');
  expect(articleState(later, saved(later, true), today)).toBe('scheduled');
  expect(articleState(later, saved(later), later.publishedOn)).toBe('site');
  expect(articleState(draft, undefined, today)).toBe('draft');
  expect(articleState(draft, saved(draft), today)).toBe('draft');
  expect(articleState(draft, saved(draft, true), today)).toBe('withdrawn');
});

test('an article is saved with its text, and logged by its name', async () => {
  const { save, current, logged, ports, ann } = site();
  const saved = (await save(draft, 0))._unsafeUnwrap();
  expect(saved).toMatchObject({ id: 1, savedAt: noon, savedBy: 'coach' });
  expect(await current()).toEqual({ text: draft, wasPublic: false });
  expect(await articleVersions(ports.content, ann)).toEqual([saved]);
  // What is not an article has subjects of its own.
  await ports.content.save('facts', { savedAt: noon, savedBy: undefined, content: {} });
  expect([...(await savedArticles(ports.content)).keys()]).toEqual(['ann.nl.md']);
  expect(await logged()).toEqual([
    ['content_change', 'coach', { version: 1, article: 'ann.nl.md' }],
  ]);
});

test('two who begin from one version do not overwrite each other', async () => {
  const { save, current } = site();
  await save(draft, 0);
  expect((await save(public1, 0))._unsafeUnwrapErr()).toEqual({ kind: 'article_conflict' });
  expect((await current())?.text).toEqual(draft);
  expect((await save(public1))._unsafeUnwrap().id).toBe(2);
});

test('an article that visitors could read is withdrawn, not a draft', async () => {
  const own = site();
  await own.save(draft);
  await own.save(later);
  await own.save(draft);
  expect((await own.current())?.wasPublic).toBe(false);
  await own.save(public1);
  expect((await own.current())?.wasPublic).toBe(false);
  await own.save(draft);
  await own.save(draft);
  expect((await own.current())?.wasPublic).toBe(true);
  // Its file may have been public before anything was saved on the site.
  for (const [file, wasPublic] of [
    [public1, true],
    [later, false],
    [draft, false],
  ] as const) {
    const overFile = site(file);
    await overFile.save(draft);
    expect((await overFile.current())?.wasPublic).toBe(wasPublic);
  }
});

test('an article that is removed keeps its versions, and one of them can be restored', async () => {
  const { save, remove, restore, current, logged, ports, ann } = site(public1);
  const first = (await save(draft))._unsafeUnwrap();
  const pictures: (readonly string[] | undefined)[] = [];
  const watch = ports.content.save;
  Object.assign(ports.content, {
    save: (...given: Parameters<typeof watch>) => {
      pictures.push(given[2]?.pictures);
      return watch(...given);
    },
  });
  expect((await remove())._unsafeUnwrap().id).toBe(2);
  expect(await current()).toEqual({ text: null, wasPublic: true });
  expect((await restore(first.id))._unsafeUnwrap().content.text).toEqual(draft);
  expect((await restore(2))._unsafeUnwrap().content.text).toBeNull();
  expect((await restore(9))._unsafeUnwrapErr()).toEqual({ kind: 'article_version_not_found' });
  expect(await articleVersions(ports.content, ann)).toHaveLength(4);
  expect(pictures).toEqual([[], ['of draft'], []]);
  expect((await logged()).map(([, , details]) => details)).toEqual(
    expect.arrayContaining([
      { version: 2, article: 'ann.nl.md' },
      { version: 3, article: 'ann.nl.md', restored: 1 },
    ]),
  );
});

test('neither a removal nor a restored version overwrites what was saved meanwhile', async () => {
  for (const part of ['current', 'versions'] as const) {
    for (const before of part === 'versions' ? [1] : [0, 1]) {
      const { save, remove, restore, current, ports } = site();
      if (before > 0) await save(draft);
      const ask = ports.content[part] as (subject: string) => Promise<unknown>;
      let isFirst = true;
      Object.assign(ports.content, {
        [part]: async (subject: string) => {
          const found = await ask(subject);
          if (isFirst) {
            isFirst = false;
            await save(later);
          }
          return found;
        },
      });
      const changed = await (part === 'current' ? remove() : restore(1));
      expect(changed._unsafeUnwrapErr()).toEqual({ kind: 'article_conflict' });
      expect((await current())?.text).toEqual(later);
    }
  }
});
