import { publicEbookDownloadPath, publicEbookPath } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../design/index.ts';
import { useRuntimeConfig } from '../../site/runtime-config.ts';
import { AccountPanel } from './account-panel.tsx';

/** The free guide, where there is one. */
export function GuidePanel() {
  const { t } = useTranslation('account');
  const { ebook } = useRuntimeConfig();
  if (!ebook) return null;
  return (
    <AccountPanel id="guide" title={t('guide.title')}>
      <p className="small">{t('guide.text')}</p>
      <p className="row gap-3">
        <ButtonLink small icon="download" href={publicEbookDownloadPath} download>
          {t('guide.download')}
        </ButtonLink>{' '}
        <ButtonLink
          small
          look="line"
          icon="eye"
          href={publicEbookPath}
          target="_blank"
          rel="noopener"
        >
          {t('guide.view')}
        </ButtonLink>
      </p>
    </AccountPanel>
  );
}
