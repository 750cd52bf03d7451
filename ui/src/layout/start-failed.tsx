import { useTranslation } from 'react-i18next';
import { ButtonLink, Notice } from '../design/index.ts';

/**
 * The error and a link to try again, in the words of `document/uncaught.ts`. Shown on an application page whose script
 * did not load within 8 s (offline, blocked) or whose start failed; the running app hides it. `needsScript` adds the
 * notice for browsers with scripts switched off. Source: docs/rules.md#8, docs/rules.md#9.
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
