import { useTranslation } from 'react-i18next';
import { RichText } from '../design/index.ts';
import { ConsentPanel } from '../features/consent/index.ts';
import {
  LegalPage,
  Part,
  StoredCount,
  StoredTable,
  storedItemsOf,
  totalsOf,
} from '../features/legal/index.ts';
import { useRuntimeConfig } from '../site/runtime-config.ts';

const parts = ['short', 'choice', 'list', 'others', 'proof', 'questions'] as const;

/**
 * Everything the browser may store, by name, with the choice of cookies itself.
 * Source: docs/law-and-search.md#D3, docs/law-and-search.md#D7, docs/law-and-search.md#D9,
 * docs/law-and-search.md#D10, docs/law-and-search.md#D11.
 */
export function CookiesPage() {
  const { t } = useTranslation('cookies');
  const { analyticsId } = useRuntimeConfig();
  const stored = storedItemsOf(analyticsId !== undefined);
  const title = (part: (typeof parts)[number]) => t(`${part}.title`);
  return (
    <LegalPage
      page="cookies"
      title={t('title')}
      changed={t('changed')}
      contents={t('contents')}
      sections={parts.map((part) => ({ id: part, title: title(part) }))}
    >
      <Part id="short" title={title('short')}>
        <p>{t(analyticsId ? 'short.text' : 'short.textNone', totalsOf(stored))}</p>
        <StoredCount items={stored} />
        <p className="note sans">{t('short.note')}</p>
      </Part>
      <Part id="choice" title={title('choice')}>
        <ConsentPanel reopen={t('choice.open')} />
        <p className="no-js">{t('choice.noScript')}</p>
        <p className="mt-4">
          <RichText text={t('choice.text')} />
        </p>
        <p>{t(analyticsId ? 'choice.withdraw' : 'choice.withdrawNone')}</p>
      </Part>
      <Part id="list" title={title('list')}>
        <StoredTable items={stored} />
      </Part>
      <Part id="others" title={title('others')}>
        <p>{t(analyticsId ? 'others.text' : 'others.textNone')}</p>
        <p>{t('others.booking')}</p>
      </Part>
      <Part id="proof" title={title('proof')}>
        <p>{t('proof.text')}</p>
      </Part>
      <Part id="questions" title={title('questions')}>
        <p>
          <RichText text={t('questions.text')} />
        </p>
      </Part>
    </LegalPage>
  );
}
