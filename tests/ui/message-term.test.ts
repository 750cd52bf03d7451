import { expect, test } from 'vitest';
import { addTexts, createI18n } from '#ui/src/i18n/index.ts';
import { siteFile } from '#ui/src/site/site.ts';

test('the texts show the configured months, also after a change of language', async () => {
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
  const site = { ...siteFile, retention: { messageMonths: 1 } };
  const i18n = await createI18n(language, {}, { site });
  await addTexts(i18n, ['contact', 'privacy']);
  expect(i18n.t('contact:form.privacy')).toContain(said);
  const rows = i18n.t('privacy:retention.rows', { returnObjects: true }) as { long: string }[];
  expect(rows[0]?.long).toContain(said);
});
