import type { AuthIdentity } from '@coachsite/adapters/browser';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type IconName, KeyValueRows } from '../../design/index.ts';
import { ActionButton } from '../../forms/index.ts';
import { auth } from '../../session/compose.ts';
import { useRuntimeConfig } from '../../site/runtime-config.ts';
import { useInitialParameters } from '../../site/use-initial-parameters.ts';
import { newChallenge, providerName, useProviderErrorText } from '../auth/index.ts';
import { toast } from '../notification/index.ts';
import { SignInAgain } from '../passkey/index.ts';
import { AccountPanel } from './account-panel.tsx';
import type { Account } from './use-account.ts';

const iconOf = (provider: string): IconName => {
  if (provider === 'email') return 'mail';
  if (provider === 'phone') return 'phone';
  return provider.startsWith('sso:') ? 'building' : 'user';
};

/** Shows how linking a provider ended; the session does not change. */
function useLinkReturn(): void {
  const { t } = useTranslation('account');
  const errorText = useProviderErrorText();
  const parameters = useInitialParameters();
  const isDone = useRef(false);
  useEffect(() => {
    const error = parameters?.get('error_code') ?? parameters?.get('error');
    const code = parameters?.get('code');
    if (isDone.current || (!error && !code)) return;
    isDone.current = true;
    history.replaceState(history.state, '', location.pathname);
    toast(
      error
        ? { system: 'form', tone: 'bad', title: errorText(error) }
        : { system: 'form', tone: 'good', title: t('identities.linked') },
    );
  }, [parameters, errorText, t]);
}

/**
 * The providers linked to the account, and those that can be linked.
 * Source: docs/wire.md#4.11, docs/security.md#FD-5.
 */
export function IdentitiesPanel({ account }: { readonly account: Account }) {
  const { t } = useTranslation('account');
  const { signIn } = useRuntimeConfig();
  const identities = account.user.identities ?? [];
  useLinkReturn();
  const [isOld, setOld] = useState(false);
  const nameOf = (provider: string) => {
    if (provider === 'email' || provider === 'phone') return t(`identities.${provider}`);
    return provider.startsWith('sso:') ? t('identities.sso') : providerName(provider);
  };
  const isManaged = identities.some(({ provider }) => provider.startsWith('sso:'));
  const linkable = isManaged
    ? []
    : signIn.providers.filter((name) => !identities.some(({ provider }) => provider === name));
  return (
    <AccountPanel id="identities" title={t('identities.title')}>
      <p className="small">{t('identities.text')}</p>
      {isOld ? <SignInAgain panel="identities" /> : null}
      <KeyValueRows
        rows={[
          ...identities.map((identity) => ({
            id: identity.identity_id,
            icon: iconOf(identity.provider),
            name: nameOf(identity.provider),
            note: identity.email ? <span className="anywhere">{identity.email}</span> : undefined,
            action:
              identities.length > 1 ? (
                <Unlink identity={identity} name={nameOf(identity.provider)} account={account} />
              ) : undefined,
          })),
          ...linkable.map((provider) => ({
            id: provider,
            icon: iconOf(provider),
            name: nameOf(provider),
            note: t('identities.open'),
            action: <Link provider={provider} name={nameOf(provider)} onOld={() => setOld(true)} />,
          })),
        ]}
      />
    </AccountPanel>
  );
}

function Unlink({
  identity,
  name,
  account,
}: {
  readonly identity: AuthIdentity;
  readonly name: string;
  readonly account: Account;
}) {
  const { t } = useTranslation('account');
  const errorText = useProviderErrorText();
  const press = async () => {
    const unlinked = await auth.unlink(identity.identity_id);
    if (unlinked.isErr()) {
      toast({ system: 'form', tone: 'bad', title: errorText(unlinked.error.kind) });
      return;
    }
    await account.reload();
    toast({ system: 'form', tone: 'good', title: t('identities.unlinked', { name }) });
  };
  return (
    <ActionButton icon="close" label={t('identities.unlinkLabel', { name })} onPress={press}>
      {t('identities.unlink')}
    </ActionButton>
  );
}

function Link({
  provider,
  name,
  onOld,
}: {
  readonly provider: string;
  readonly name: string;
  /** Called when the session is too old for it. */
  onOld(): void;
}) {
  const { t } = useTranslation('account');
  const errorText = useProviderErrorText();
  const press = async () => {
    const url = await auth.linkUrl(provider, `${location.origin}/account`, await newChallenge());
    if (url.isOk()) return location.assign(url.value);
    if (url.error.kind === 'reauthentication_needed') onOld();
    else toast({ system: 'form', tone: 'bad', title: errorText(url.error.kind) });
  };
  return (
    <ActionButton icon="link" label={t('identities.linkLabel', { name })} onPress={press}>
      {t('identities.link')}
    </ActionButton>
  );
}
