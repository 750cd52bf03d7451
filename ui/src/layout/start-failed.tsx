import { useTranslation } from 'react-i18next';
import { ButtonLink, Notice } from '../design/index.ts';

/**
 * Shown on an application page whose script has not loaded within the limit of 8 s (offline, blocked), or whose start
 * failed, in the words of `document/uncaught.ts`: the error and a link to try again, which the running app hides. `needsScript` adds the notice for browsers with scripts switched off.
 * Source: docs/rules.md#8, docs/rules.md#9.
 */
export function StartFailed({ needsScript }: { readonly needsScript: boolean }) {
  const { t } = useTranslation(['common', 'layout']);
  return (
    <>
      {needsScript ? (
        <div className="needs-script wrap">
          <Notice tone="info" title={t('layout:needsScript.title')}>
            {t('layout:needsScript.text')}
          </Notice>
        </div>
      ) : null}
      <div className="start-failed wrap">
        <Notice
          tone="bad"
          alert
          title={t('common:error.block.title')}
          actions={
            <ButtonLink href="" small icon="refresh">
              {t('common:action.retry')}
            </ButtonLink>
          }
        >
          {t('layout:startFailed')}
        </Notice>
      </div>
    </>
  );
}
