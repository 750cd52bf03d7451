import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink, Panel } from '../../design/index.ts';

/** Replaces the form once a message is stored; receives the focus. Source: docs/rules.md#4. */
export function SentPanel({
  email,
  onAgain,
}: {
  readonly email: string;
  readonly onAgain: () => void;
}) {
  const { t } = useTranslation('contact');
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <Panel ground="butter" ref={panel} tabIndex={-1} role="status">
      <div className="stack">
        <h2 className="h-2">{t('sent.title')}</h2>
        <p>{t('sent.text')}</p>
        <p className="small anywhere">{t('sent.to', { email })}</p>
        <p className="row">
          <ButtonLink href="/" icon="home">
            {t('sent.home')}
          </ButtonLink>
          <Button look="line" onClick={onAgain}>
            {t('sent.again')}
          </Button>
        </p>
      </div>
    </Panel>
  );
}
