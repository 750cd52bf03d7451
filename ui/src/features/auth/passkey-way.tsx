import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../design/index.ts';
import { usePress } from '../../forms/index.ts';
import { useRuntimeConfig } from '../../site/runtime-config.ts';
import { toast } from '../notification/index.ts';
import {
  type PasskeyError,
  passkeys,
  useCanUsePasskeys,
  usePasskeyErrorText,
} from '../passkey/index.ts';
import { Captcha } from './captcha.tsx';
import { offerInField, type PasskeySignInPorts, signInWithPasskey } from './passkey-sign-in.ts';
import { signInPorts } from './sign-in-ports.ts';
import { WayButton } from './way-button.tsx';

const ports: PasskeySignInPorts = { ...signInPorts, passkeys };

/**
 * Signs in with a passkey: by its row, and by the suggestions of the e-mail field. The row is part of the page that the
 * server sends, so that nothing moves for most; it goes where there can be no passkey. Source: docs/wire.md#17.
 */
export function PasskeyWay({ onSignedIn }: { onSignedIn(): void }) {
  const { t } = useTranslation('auth');
  const errorText = usePasskeyErrorText();
  const { captcha, signIn } = useRuntimeConfig();
  const canUse = useCanUsePasskeys();
  const showError = (error: PasskeyError) =>
    toast({ system: 'form', tone: 'bad', title: errorText(error) });
  const { isBusy, press } = usePress(async () => {
    const session = await signInWithPasskey(ports);
    if (session.isOk()) onSignedIn();
    else showError(session.error);
  });
  const latest = useRef({ onSignedIn, showError });
  latest.current = { onSignedIn, showError };
  // The dialog of the row ends the offer. A captcha is solved for one request, which is not this one.
  const offers = canUse === true && !isBusy && signIn.email && captcha === undefined;
  useEffect(() => {
    if (!offers) return;
    const here = new AbortController();
    const refuse = (error: PasskeyError) => latest.current.showError(error);
    void offerInField(ports, here.signal, refuse).then((session) => {
      if (session) latest.current.onSignedIn();
    });
    return () => here.abort();
  }, [offers]);
  if (canUse === false) return null;
  return (
    <>
      <WayButton
        mark={<Icon name="key" />}
        name={t('ways.passkey.name')}
        note={t('ways.passkey.note')}
        isBusy={isBusy}
        onPress={press}
      />
      {signIn.email ? null : <Captcha />}
    </>
  );
}
