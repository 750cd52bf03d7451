import { initialLanguage, isLanguage, type Language, languages } from '@coachsite/core/language';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chips } from '../../design/index.ts';
import { toFormError, useErrorTexts } from '../../forms/index.ts';
import { toast } from '../notification/index.ts';
import { AccountPanel } from './account-panel.tsx';
import type { Account } from './use-account.ts';

/** The language of the mails about this account; a choice is saved at once. */
export function LanguagePanel({ account: { user, change } }: { readonly account: Account }) {
  const { t, i18n } = useTranslation('account');
  const { full } = useErrorTexts();
  const kept = user.user_metadata?.language;
  const saved: Language = initialLanguage(isLanguage(kept) ? kept : i18n.language);
  const [chosen, setChosen] = useState<Language>();
  const last = useRef(Promise.resolve());
  /** One choice is saved after the other, and the last one counts. */
  const choose = (language: Language) => {
    setChosen(language);
    const saving = last.current.then(async () => {
      const changed = await change({ data: { language } });
      if (last.current !== saving) return;
      setChosen(undefined);
      toast(
        changed.isOk()
          ? { system: 'form', tone: 'good', title: t('language.saved') }
          : { system: 'form', tone: 'bad', title: full(toFormError(changed.error)) },
      );
    });
    last.current = saving;
  };
  return (
    <AccountPanel id="language" title={t('language.title')}>
      <p className="small">{t('language.text')}</p>
      <Chips
        legend={t('language.title')}
        name="mail-language"
        chips={languages.map((value) => ({ value, label: t(`language.${value}`) }))}
        value={chosen ?? saved}
        onChange={choose}
      />
    </AccountPanel>
  );
}
