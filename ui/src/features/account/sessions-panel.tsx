import type { OwnSessions } from '@coachsite/adapters/contract';
import type { SignOutScope } from '@coachsite/core/session';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type IconName, KeyValueRows, Switch } from '../../design/index.ts';
import { ActionButton, toFormError, useErrorTexts } from '../../forms/index.ts';
import { auth } from '../../session/compose.ts';
import { signOut } from '../../session/sign-out.ts';
import { useVisitor } from '../../session/visitor.ts';
import { toast } from '../notification/index.ts';
import { AccountPanel } from './account-panel.tsx';
import { SessionList } from './session-list.tsx';
import type { Account } from './use-account.ts';
import { useRead } from './use-read.ts';

const rows = [
  { id: 'others', icon: 'phone', scope: 'others' },
  { id: 'all', icon: 'globe', scope: 'global' },
] as const satisfies readonly { id: string; icon: IconName; scope: SignOutScope }[];

/** The devices, and how to end all other sessions, if there are any, or all sessions. Source: docs/security.md#SE-8, docs/wire.md#4.13. */
export function SessionsPanel({ account }: { readonly account: Account }) {
  const { t } = useTranslation('account');
  const [read, look] = useRead<OwnSessions>('/api/account/sessions');
  const hasOthers = typeof read === 'object' && read.sessions.length > 1;
  return (
    <AccountPanel id="sessions" title={t('sessions.title')}>
      <SessionList read={read} look={look} />
      <DeviceMail account={account} />
      <KeyValueRows
        rows={rows
          .filter(({ id }) => id === 'all' || hasOthers)
          .map(({ id, icon, scope }) => ({
            id,
            icon,
            name: t(`sessions.${id}.name`),
            note: t(`sessions.${id}.note`),
            action: <EndSessions id={id} scope={scope} onEnded={() => void look()} />,
          }))}
      />
    </AccountPanel>
  );
}

/** Whether a new device is told by mail: always to an admin. Source: docs/security.md#LK-16. */
function DeviceMail({ account: { user, change } }: { readonly account: Account }) {
  const { t } = useTranslation('account');
  const { full } = useErrorTexts();
  const { isAdmin } = useVisitor();
  const [chosen, setChosen] = useState<boolean>();
  const isOn = chosen ?? user.user_metadata?.new_device_mail === 'on';
  const choose = async (on: boolean) => {
    setChosen(on);
    const changed = await change({ data: { new_device_mail: on ? 'on' : 'off' } });
    setChosen(undefined);
    toast(
      changed.isOk()
        ? { system: 'form', tone: 'good', title: t(on ? 'sessions.mail.on' : 'sessions.mail.off') }
        : { system: 'form', tone: 'bad', title: full(toFormError(changed.error)) },
    );
  };
  if (isAdmin)
    return <Switch label={t('sessions.mail.label')} text={t('sessions.mail.always')} locked />;
  return (
    <Switch
      label={t('sessions.mail.label')}
      text={t('sessions.mail.text')}
      checked={isOn}
      onChange={({ currentTarget }) => void choose(currentTarget.checked)}
    />
  );
}

/** Ends the sessions of one scope. Ending this session opens the sign-in page. Source: docs/rules.md#4. */
function EndSessions({
  id,
  scope,
  onEnded,
}: {
  readonly id: (typeof rows)[number]['id'];
  readonly scope: SignOutScope;
  onEnded(): void;
}) {
  const { t } = useTranslation('account');
  const { full } = useErrorTexts();
  const press = async () => {
    if (scope === 'others') {
      const ended = await auth.signOut(scope);
      onEnded();
      toast(
        ended.isOk()
          ? { system: 'form', tone: 'good', title: t('sessions.others.done') }
          : { system: 'form', tone: 'bad', title: full(toFormError(ended.error)) },
      );
      return;
    }
    location.assign(await signOut(scope));
  };
  return (
    <ActionButton
      icon="sign-out"
      label={
        id === 'all'
          ? t('sessions.all.action')
          : t('sessions.label', { name: t(`sessions.${id}.name`) })
      }
      onPress={press}
    >
      {t(`sessions.${id}.action`)}
    </ActionButton>
  );
}
