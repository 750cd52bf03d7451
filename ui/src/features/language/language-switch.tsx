import { languages } from '@coachsite/core/language';
import { useTranslation } from 'react-i18next';

/**
 * Two links, one per language, the current one marked. Without scripts they lead to `?lang=`; with scripts
 * `document/language.ts` stores the choice and returns here.
 */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation('layout');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, these are links
    <div className="lang" role="group" aria-label={t('language.label')}>
      {languages.map((language) => (
        <a
          key={language}
          href={`?lang=${language}`}
          lang={language}
          hrefLang={language}
          aria-label={t(`language.${language}`)}
          aria-current={i18n.language === language ? 'true' : undefined}
          data-language={language}
        >
          {`${language.toUpperCase()} `}
        </a>
      ))}
    </div>
  );
}
