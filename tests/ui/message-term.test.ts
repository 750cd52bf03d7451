import { afterEach, expect, test, vi } from 'vitest';
import type { site } from '#ui/src/site/site.ts';

afterEach(() => {
  vi.doUnmock('#ui/src/site/site.ts');
  vi.resetModules();
});

test('the texts show the configured months, also after a change of language', async () => {
  const { createI18n, addTexts } = await import('#ui/src/i18n/index.ts');
  const i18n = await createI18n('nl', {});
  await addTexts(i18n, ['contact']);
  expect(i18n.t('contact:form.privacy')).toContain('12 maanden na');
  await addTexts(i18n, ['contact'], 'en');
  await i18n.changeLanguage('en');
  expect(i18n.t('contact:form.privacy')).toContain('12 months after');
});

test.each([
  ['nl', '1 maand na'],
  ['en', '1 month after'],
] as const)('one month is singular (%s)', async (language, said) => {
  vi.resetModules();
  vi.doMock('#ui/src/site/site.ts', async (original) => {
    const actual = (await original()) as { site: typeof site };
    return { site: { ...actual.site, retention: { messageMonths: 1 } } };
  });
  const fresh = await import('#ui/src/i18n/index.ts');
  const i18n = await fresh.createI18n(language, {});
  await fresh.addTexts(i18n, ['contact', 'privacy']);
  expect(i18n.t('contact:form.privacy')).toContain(said);
  const rows = i18n.t('privacy:retention.rows', { returnObjects: true }) as { long: string }[];
  expect(rows[0]?.long).toContain(said);
});
