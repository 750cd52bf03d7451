import { type ComponentProps, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, Notice } from '../../design/index.ts';
import { usePress } from '../../forms/index.ts';
import { useRuntimeConfig } from '../../site/runtime-config.ts';
import { MailWay } from './mail-way.tsx';
import { PasskeyWay } from './passkey-way.tsx';
import { providerName, providerUrl } from './provider-flow.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SsoWay } from './sso-way.tsx';
import { WayButton } from './way-button.tsx';

type Way = 'password' | 'mail' | 'sso';

/**
 * Signing in: the password form, and below it the other ways that are enabled: a mailed link or code, providers, single
 * sign-on. Source: docs/contract.md#7.
 */
export function SignInWays({
  target,
  ...form
}: ComponentProps<typeof SignInForm> & {
  /** The path to open afterwards. */
  readonly target: string | undefined;
}) {
  const { t } = useTranslation('auth');
  const { signIn } = useRuntimeConfig();
  const [way, setWay] = useState<Way>('password');
  const [typed, setTyped] = useState(form.email);
  const box = useRef<HTMLDivElement>(null);
  /** Continues with the e-mail address typed so far. */
  const choose = (next: Way) => {
    const field = box.current?.querySelector<HTMLInputElement>('input[name=email]');
    setTyped(field?.value ?? typed);
    setWay(next);
  };
  if (!signIn.email && !signIn.sso && signIn.providers.length === 0) {
    return <Notice tone="info" title={t('ways.none')} />;
  }
  if (way !== 'password') {
    return (
      <div className="stack gap-5" ref={box}>
        {way === 'mail' ? (
          <MailWay email={typed} target={target} onSignedIn={form.onSignedIn} />
        ) : (
          <SsoWay email={typed} target={target} />
        )}
        <p>
          <button className="link as-text" type="button" onClick={() => choose('password')}>
            {t('ways.back')}
          </button>
        </p>
      </div>
    );
  }
  return (
    <div className="stack gap-5" ref={box}>
      {signIn.email ? <SignInForm {...form} email={typed} /> : null}
      <section aria-labelledby="ways-title">
        <h2 className="h-4 mb-2" id="ways-title">
          {t(signIn.email ? 'ways.legend' : 'ways.only')}
        </h2>
        <div className="ways">
          <PasskeyWay onSignedIn={form.onSignedIn} />
          {signIn.email ? (
            <WayButton
              mark={<Icon name="mail" />}
              name={t('ways.mail.name')}
              note={t('ways.mail.note')}
              onPress={() => choose('mail')}
            />
          ) : null}
          {signIn.providers.map((provider) => (
            <ProviderButton key={provider} provider={provider} target={target} />
          ))}
          {signIn.sso ? (
            <WayButton
              mark={<Icon name="building" />}
              name={t('ways.sso.name')}
              note={t('ways.sso.note')}
              onPress={() => choose('sso')}
            />
          ) : null}
        </div>
      </section>
    </div>
  );
}

/** A button that opens the sign-in page of one provider. */
function ProviderButton({
  provider,
  target,
}: {
  readonly provider: string;
  readonly target: string | undefined;
}) {
  const { t } = useTranslation('auth');
  const name = providerName(provider);
  const { isBusy, press } = usePress(async () =>
    location.assign(await providerUrl(provider, target)),
  );
  return (
    <WayButton
      mark={
        <span className="initial" aria-hidden="true">
          {name.charAt(0)}
        </span>
      }
      name={t('ways.provider.action', { name })}
      note={t('ways.provider.note')}
      isBusy={isBusy}
      onPress={press}
    />
  );
}
