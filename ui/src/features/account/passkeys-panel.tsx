import type { OwnPasskey } from '@coachsite/adapters/browser';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Spinner, Tag } from '../../design/index.ts';
import { BlockError } from '../../forms/index.ts';
import { toast } from '../notification/index.ts';
import { AddPasskey, passkeys, useCanUsePasskeys } from '../passkey/index.ts';
import { AccountPanel } from './account-panel.tsx';
import { PasskeyRows } from './passkey-rows.tsx';
import type { Account } from './use-account.ts';

/** The most that an account can have. Source: docs/wire.md#17. */
const most = 10;

/** The passkeys of the account, oldest first; `failed` when they could not be read. */
function usePasskeys() {
  const [list, setList] = useState<readonly OwnPasskey[] | 'failed'>();
  const look = useCallback(async () => {
    const read = await passkeys.list();
    setList(read.isOk() ? read.value : 'failed');
  }, []);
  useEffect(() => void look(), [look]);
  return { list, look };
}

/**
 * The passkeys of the account: adding one where the device can, naming and removing any.
 * Source: docs/wire.md#17, docs/design.md#6.19.
 */
export function PasskeysPanel({ account }: { readonly account: Account }) {
  const { t } = useTranslation(['passkey', 'common']);
  const canUse = useCanUsePasskeys();
  const { list, look } = usePasskeys();
  // The server adds none to an account that an employer manages.
  const isManaged = (account.user.identities ?? []).some(({ provider }) =>
    provider.startsWith('sso:'),
  );
  const count = typeof list === 'object' ? list.length : 0;
  return (
    <AccountPanel
      id="passkeys"
      title={t('title')}
      tag={
        count > 0 ? (
          <Tag look="ok" icon="check">
            {t('on')}
          </Tag>
        ) : null
      }
    >
      <p className="small">{t(isManaged ? 'managed' : 'text')}</p>
      {list === 'failed' ? (
        <BlockError text={t('failed')} onRetry={() => void look()} />
      ) : list ? (
        <PasskeyRows list={list} look={look} />
      ) : (
        <Spinner text={t('common:loading.busy')} inline />
      )}
      {isManaged ? null : canUse === false ? (
        <p className="small">{t('cannot')}</p>
      ) : count >= most ? (
        <p className="small">{t('most')}</p>
      ) : canUse && typeof list === 'object' ? (
        <div>
          <AddPasskey
            onAdded={async ({ friendly_name: name }) => {
              await look();
              toast({ system: 'form', tone: 'good', title: t('added', { name }) });
            }}
          >
            {t('add')}
          </AddPasskey>
        </div>
      ) : null}
    </AccountPanel>
  );
}
