import { readPhone } from '@coachsite/adapters/contract';
import { checkWrittenPhone } from '@coachsite/core/account';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Input, Notice, Tag } from '../../design/index.ts';
import { focusField, textOf, useSubmit } from '../../forms/index.ts';
import { factors, keeper } from '../../session/compose.ts';
import {
  CodeField,
  phoneEnd,
  ResendButton,
  typedCode,
  useCode,
  useErrorText,
} from '../mfa/index.ts';
import { toast } from '../notification/index.ts';
import { AccountPanel } from './account-panel.tsx';
import { RemoveFactor } from './remove-factor.tsx';
import type { Account } from './use-account.ts';

/** A phone number that awaits its first code. */
interface Waiting {
  readonly id: string;
  readonly phone: string;
}

/** A phone as second factor, beside the app or instead of it. Source: docs/wire.md#6. */
export function PhonePanel({ account }: { readonly account: Account }) {
  const { t } = useTranslation('mfa');
  const [waiting, setWaiting] = useState<Waiting>();
  const phone = account.user.factors?.find(
    ({ factor_type: type, status }) => type === 'phone' && status === 'verified',
  );
  const state = phone ? 'on' : waiting ? 'waiting' : 'off';
  return (
    <AccountPanel
      id="phone"
      title={t('phone.title')}
      tag={
        state === 'on' ? (
          <Tag look="ok" icon="check">
            {t('phone.on')}
          </Tag>
        ) : (
          <Tag look="edge">{t(`phone.${state}`)}</Tag>
        )
      }
    >
      {phone ? (
        <>
          <Notice tone="good" icon="phone" title={t('phone.isOn', { end: phoneEnd(phone) })}>
            {t('phone.text')}
          </Notice>
          <RemoveFactor factor={phone} onRemoved={account.reload} />
        </>
      ) : (
        <AddPhone
          waiting={waiting}
          onWaiting={setWaiting}
          onDone={async () => {
            setWaiting(undefined);
            await account.reload();
          }}
        />
      )}
    </AccountPanel>
  );
}

function AddPhone({
  waiting,
  onWaiting,
  onDone,
}: {
  readonly waiting: Waiting | undefined;
  onWaiting(waiting: Waiting): void;
  onDone(): Promise<void>;
}) {
  const { t } = useTranslation(['mfa', 'problems', 'common']);
  const text = useErrorText();
  const round = useCode();
  const [error, setError] = useState<string>();
  const showError = (title: string) => toast({ system: 'form', tone: 'bad', title });
  const send = async (id: string) => {
    const sent = await round.send({ id, factor_type: 'phone' });
    if (sent.isErr()) showError(text(sent.error));
    else toast({ system: 'form', tone: 'good', title: t('sms.sent') });
  };
  const number = useSubmit(async (form) => {
    const checked = checkWrittenPhone({ readPhone }, textOf(form, 'phone'));
    if (checked.isErr()) {
      setError(t('problems:invalid_phone'));
      return focusField(form, 'phone');
    }
    const made = await factors.enrollPhone(`phone ${checked.value}`, checked.value);
    if (made.isErr()) return void showError(text(made.error));
    round.reset();
    onWaiting({ id: made.value.id, phone: checked.value });
    await send(made.value.id);
  });
  const code = useSubmit(async () => {
    if (!waiting) return;
    const raised = await round.verify({ id: waiting.id, factor_type: 'phone' });
    if (raised.isErr()) return void showError(text(raised.error));
    keeper.change(raised.value, 'mfa_verified');
    toast({ system: 'form', tone: 'good', title: t('phone.done') });
    await onDone();
  });
  return (
    <>
      <p className="small">{t('phone.text')}</p>
      <form
        className="stack gap-4 mw-34"
        method="dialog"
        noValidate
        data-app
        onSubmit={number.submit}
      >
        <Input
          id="factor-phone"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          label={t('phone.field')}
          hint={t('phone.hint')}
          error={error}
          onInput={() => setError(undefined)}
        />
        <p>
          <Button
            type="submit"
            look={waiting ? 'line' : 'solid'}
            icon="phone"
            busy={number.isBusy}
            busyLabel={t('common:loading.busy')}
          >
            {t('phone.send')}
          </Button>
        </p>
      </form>
      {waiting ? (
        <form className="stack gap-4" method="dialog" noValidate data-app onSubmit={code.submit}>
          <p className="small">{t('phone.sentTo', { phone: `+${waiting.phone}` })}</p>
          <CodeField
            id="phone-code"
            code={round.code}
            error={round.error && text(round.error)}
            isFocused
            onChange={round.setCode}
          />
          <p className="row gap-3">
            <Button
              type="submit"
              icon="check"
              busy={code.isBusy}
              busyLabel={t('common:loading.busy')}
              disabled={typedCode(round.code).length < 6}
            >
              {t('phone.action')}
            </Button>
            <ResendButton
              sentAt={round.sentAt}
              isSending={number.isBusy}
              onPress={() => send(waiting.id)}
            />
          </p>
        </form>
      ) : null}
    </>
  );
}
