import type { OwnPasskey } from '@coachsite/adapters/browser';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink, Notice } from '../../design/index.ts';
import { usePress } from '../../forms/index.ts';
import { toast } from '../notification/index.ts';
import { passkeys } from './client.ts';
import { usePasskeyErrorText } from './error-text.ts';

/**
 * The button that adds a passkey of this device. A session that is not recent first signs in again.
 * Source: docs/wire.md#17, docs/security.md#PK-5.
 */
export function AddPasskey({
  children,
  onAdded,
}: {
  readonly children: string;
  onAdded(added: Pick<OwnPasskey, 'id' | 'friendly_name'>): Promise<void>;
}) {
  const { t } = useTranslation(['passkey', 'common']);
  const errorText = usePasskeyErrorText();
  const [isOld, setOld] = useState(false);
  const { isBusy, press } = usePress(async () => {
    const added = await passkeys.add();
    if (added.isOk()) return onAdded(added.value);
    if (added.error.kind === 'reauthentication_needed') return setOld(true);
    const isCancelled = added.error.kind === 'passkey_cancelled';
    const title = isCancelled ? t('cancelled') : errorText(added.error);
    toast({ system: 'form', tone: 'bad', title });
  });
  if (isOld) return <SignInAgain panel="passkeys" />;
  return (
    <Button icon="key" busy={isBusy} busyLabel={t('common:loading.busy')} onClick={press}>
      {children}
    </Button>
  );
}

/** Says that the change needs a recent sign-in, and leads there and back to this panel of the account page. */
export function SignInAgain({ panel }: { readonly panel: string }) {
  const { t } = useTranslation('passkey');
  const notice = useRef<HTMLDivElement>(null);
  // The button that was pressed may be far from here, below a long list.
  useEffect(() => notice.current?.focus(), []);
  return (
    <Notice
      tone="info"
      icon="shield"
      ref={notice}
      focusable
      title={t('again.title')}
      actions={
        <ButtonLink small href={`/auth?again&redirect=${encodeURIComponent(`/account#${panel}`)}`}>
          {t('again.action')}
        </ButtonLink>
      }
    >
      {t('again.text')}
    </Notice>
  );
}
