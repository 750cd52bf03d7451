import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Panel } from '../../design/index.ts';
import { toast } from '../notification/index.ts';
import { AddPasskey } from '../passkey/index.ts';

/** Offers the new admin a passkey, on the way to the admin area. Source: docs/contract.md#7. */
export function OfferPasskey({ onDone }: { onDone(): void }) {
  const { t } = useTranslation('admin-setup');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Panel className="stack gap-4">
      <h1 className="h-2" ref={title} tabIndex={-1}>
        {t('passkey.title')}
      </h1>
      <p className="small">{t('passkey.text')}</p>
      <div className="row gap-3">
        <AddPasskey
          onAdded={async () => {
            toast({ system: 'form', tone: 'good', title: t('passkey.added') });
            onDone();
          }}
        >
          {t('passkey.add')}
        </AddPasskey>{' '}
        <Button look="line" onClick={onDone}>
          {t('passkey.later')}
        </Button>
      </div>
    </Panel>
  );
}
