import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/index.ts';

/** The canonical URL of this page. */
const canonicalUrl = () =>
  document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href;

/**
 * Copies the page's canonical URL. If the clipboard is unavailable, shows the URL to copy by hand.
 * Source: docs/law-and-search.md#F61.
 */
export function CopyLink() {
  const { t } = useTranslation('blog-post');
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = () => {
    // Browsers without a secure connection have no clipboard at all.
    const written = navigator.clipboard?.writeText(canonicalUrl()) ?? Promise.reject();
    written.then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  return (
    <p className="row needs-js no-print mt-5">
      <Button
        look="line"
        small
        icon={state === 'copied' ? 'check' : 'copy'}
        data-app=""
        onClick={copy}
      >
        {t('share.copy')}
      </Button>{' '}
      <span className="small" role="status">
        {state === 'copied' ? t('share.copied') : null}
        {state === 'failed' ? t('share.failed', { url: canonicalUrl() }) : null}
      </span>
    </p>
  );
}
