import { screen } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { expect, test } from 'vitest';
import { show } from '../support/show.tsx';

function Words() {
  const { t } = useTranslation(['layout', 'common']);
  return (
    <>
      <p>{t('skip')}</p>
      {/* @ts-expect-error: the type check rejects a key without a text. */}
      <p>{t('no.such.key')}</p>
      {/* @ts-expect-error: the same with the prefix of a namespace. */}
      <p>{t('common:no.such.key')}</p>
      {/* @ts-expect-error: a namespace the component did not ask for. */}
      <p>{t('faq:meta.title')}</p>
    </>
  );
}

test('a key without a text does not compile, and is shown as is', async () => {
  await show(<Words />, { texts: ['layout'], language: 'en' });
  expect(screen.getByText('Skip to content')).toBeDefined();
  expect(screen.getAllByText('no.such.key')).toHaveLength(2);
});
