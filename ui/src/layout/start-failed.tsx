import { useTranslation } from 'react-i18next';
import { ButtonLink, Notice } from '../design/index.ts';

/**
 * What a page that is an application shows when its script has not come within the loading limit of 8 s (offline,
 * blocked): the error and a way to try again, which the running app hides; and what it needs where scripts are switched
 * off. Source: docs/rules.md#8, docs/rules.md#9.
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
