import { useTranslation } from 'react-i18next';
import { ButtonLink, Notice } from '../design/index.ts';

/**
 * What may be wrong and a link to try again, whose words `document/uncaught.ts` replaces. Shown on an application page
 * whose script did not load within 8 s (offline, blocked) or whose start failed; the running app hides it. It asks, as
 * text browsers show it at once, also above a form that works without scripts. `needsScript` adds the notice for
 * browsers with scripts switched off. Source: docs/rules.md#8, docs/rules.md#9.
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
          title={t('layout:startFailed.title')}
          actions={
            <ButtonLink href="" small icon="refresh">
              {t('common:action.retry')}
            </ButtonLink>
          }
        >
          {t('layout:startFailed.text')}
        </Notice>
      </div>
    </>
  );
}
