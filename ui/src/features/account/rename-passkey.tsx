import type { OwnPasskey } from '@coachsite/adapters/browser';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Input } from '../../design/index.ts';
import { textOf, useSubmit } from '../../forms/index.ts';
import { toast } from '../notification/index.ts';
import { isGone, passkeys, usePasskeyErrorText } from '../passkey/index.ts';

/** The field that takes the place of the name of a passkey. */
export function RenamePasskey({
  passkey: { id, friendly_name: name },
  look,
  onDone,
}: {
  readonly passkey: OwnPasskey;
  look(): Promise<void>;
  onDone(): void;
}) {
  const { t } = useTranslation(['passkey', 'common']);
  const errorText = usePasskeyErrorText();
  const [error, setError] = useState<string>();
  const { isBusy, submit } = useSubmit(async (form) => {
    const saved = await passkeys.rename(id, textOf(form, 'name').trim());
    if (saved.isErr()) {
      if (!isGone(saved.error)) return setError(errorText(saved.error));
      toast({ system: 'form', tone: 'bad', title: errorText(saved.error) });
    }
    await look();
    onDone();
  });
  return (
    <form className="stack gap-3 mw-34" method="dialog" noValidate data-app onSubmit={submit}>
      <Input
        id={`passkey-${id}`}
        name="name"
        label={t('name')}
        error={error}
        defaultValue={name}
        maxLength={120}
        autoComplete="off"
        autoFocus
      />
      <p className="row gap-3">
        <Button type="submit" small icon="check" busy={isBusy} busyLabel={t('common:loading.busy')}>
          {t('save')}
        </Button>{' '}
        <Button small look="line" disabled={isBusy} onClick={onDone}>
          {t('keep')}
        </Button>
      </p>
    </form>
  );
}
