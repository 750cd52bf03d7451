import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Notice, TextLink } from '../../design/index.ts';
import { useInstagram } from '../../site/channels.ts';
import { useSite } from '../../site/site.ts';
import type { Sending } from './submit-message.ts';

/**
 * The error above the fields: it stays until the next try, and offers alternatives. After a failed try it has the
 * focus, because the button that was pressed may be a screen further down.
 * Source: docs/rules.md#8, docs/law-and-search.md#E4.
 */
export function FormNotice({
  state,
  isBusy,
}: {
  readonly state: Sending;
  /** The next try is in progress. */
  readonly isBusy: boolean;
}) {
  const { t } = useTranslation('contact');
  const { email } = useSite();
  const instagram = useInstagram();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state.kind === 'failed') notice.current?.focus();
  }, [state]);
  if (state.kind === 'invalid') {
    return (
      <Notice tone="bad" title={t('errors.title')}>
        {t('errors.summary')}
      </Notice>
    );
  }
  if (state.kind !== 'failed') return null;
  return (
    <Notice
      ref={notice}
      tone="bad"
      alert
      focusable
      title={t('failed.title')}
      actions={
        <>
          <Button type="submit" small icon="refresh" busy={isBusy} busyLabel={t('form.sending')}>
            {t('failed.retry')}
          </Button>{' '}
          {instagram ? (
            <TextLink href={instagram.url} target="_blank" rel="noopener">
              {t('failed.instagram')}
            </TextLink>
          ) : null}{' '}
          <TextLink href={`mailto:${email}`}>{t('failed.email')}</TextLink>
        </>
      }
    >
      {state.limited ? t('failed.limited') : t('failed.text')} {t('failed.kept')}
    </Notice>
  );
}
