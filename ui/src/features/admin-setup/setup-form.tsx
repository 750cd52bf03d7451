import { api } from '@coachsite/adapters/browser';
import { checkEmail, checkNewPassword } from '@coachsite/core/account';
import { useState } from 'react';
import { Button, Input, Notice, Panel, risingTicks, Tally } from '../../design/index.ts';
import {
  EmailField,
  fieldOf,
  focusField,
  PasswordField,
  type Refusal,
  textOf,
  toRefusal,
  useRefusalTexts,
  useSubmit,
} from '../../forms/index.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { site } from '../../site.ts';
import { toast } from '../notification/index.ts';

/** Why there is no admin yet: something about the token, or about the account. */
type SetupRefusal = 'token_missing' | 'token_wrong' | 'too_many' | Refusal;

interface Draft {
  readonly token: string;
  readonly email: string;
  readonly password: string;
}

const draftOf = (form: HTMLFormElement): Draft => ({
  token: textOf(form, 'token').trim(),
  email: textOf(form, 'email'),
  password: textOf(form, 'password'),
});

/** How many of the three fields are in order: one tick each. Source: design §10. */
function fieldsInOrder({ token, email, password }: Draft): number {
  const address = checkEmail(email);
  const context = { email, siteName: site.name };
  return [token !== '', address.isOk(), checkNewPassword(password, context).isOk()].filter(Boolean)
    .length;
}

/** What the pages can tell before asking the server: the token, then the address, then the password. */
function refusalOf({ token, email, password }: Draft): SetupRefusal | undefined {
  if (token === '') return 'token_missing';
  const address = checkEmail(email);
  if (address.isErr()) return address.error;
  const checked = checkNewPassword(password, { email: address.value, siteName: site.name });
  return checked.isErr() ? checked.error : undefined;
}

/** Three fields that make the first admin, once. Sources: operating contract §3, §7; BT-1 to BT-3. */
export function SetupForm({
  token,
  onDone,
  onClosed,
}: {
  readonly token: string;
  onDone(): void;
  onClosed(): void;
}) {
  const { t } = useTranslation(['admin-setup', 'auth', 'common']);
  const { bare, full } = useRefusalTexts();
  const [refusal, setRefusal] = useState<SetupRefusal>();
  const [inOrder, setInOrder] = useState(token === '' ? 0 : 1);
  const aboutAccount = typeof refusal === 'object' ? refusal : undefined;

  const refuse = (form: HTMLFormElement, refused: SetupRefusal) => {
    setRefusal(refused);
    const texts = {
      token_missing: t('errors.required'),
      token_wrong: t('errors.wrong'),
      too_many: t('errors.many'),
    };
    const title = typeof refused === 'object' ? full(refused) : texts[refused];
    toast({ system: 'form', tone: 'bad', title });
    focusField(form, typeof refused === 'object' ? (fieldOf(refused) ?? 'token') : 'token');
  };

  const { isBusy, submit } = useSubmit(async (form) => {
    setRefusal(undefined);
    const draft = draftOf(form);
    const refused = refusalOf(draft);
    if (refused) return refuse(form, refused);
    const made = await api.post('/api/admin-setup', { ...draft, email: draft.email.trim() });
    if (made.isOk()) return onDone();
    const { kind } = made.error;
    if (kind === 'setup_closed') return onClosed();
    if (kind === 'setup_token_wrong') return refuse(form, 'token_wrong');
    if (kind === 'over_request_rate_limit') return refuse(form, 'too_many');
    refuse(form, toRefusal(made.error));
  });

  const errorOf = (field: 'email' | 'password') =>
    aboutAccount && fieldOf(aboutAccount) === field ? bare(aboutAccount) : undefined;

  return (
    <form
      method="dialog"
      noValidate
      data-app
      onSubmit={submit}
      onInput={({ currentTarget }) => {
        setRefusal(undefined);
        setInOrder(fieldsInOrder(draftOf(currentTarget)));
      }}
    >
      <Panel className="stack gap-5">
        <div className="row between items-end nowrap">
          <h1 className="h-2" tabIndex={-1}>
            {t('title')}
          </h1>
          <Tally
            ticks={risingTicks(3, inOrder, 52)}
            look="hot"
            label={t('fields', { count: inOrder })}
          />
        </div>
        <p className="small">{t('text')}</p>
        {refusal === 'token_wrong' ? (
          <Notice tone="bad" icon="key" title={t('errors.wrong')}>
            {t('errors.wrongText')}
          </Notice>
        ) : null}
        {refusal === 'too_many' ? (
          <Notice tone="bad" icon="clock" title={t('errors.many')} />
        ) : null}
        {aboutAccount && !fieldOf(aboutAccount) ? (
          <Notice tone="bad" title={bare(aboutAccount)} />
        ) : null}
        <Input
          id="setup-token"
          name="token"
          label={t('field.token')}
          error={
            refusal === 'token_missing'
              ? t('errors.required')
              : refusal === 'token_wrong'
                ? t('errors.wrong')
                : undefined
          }
          defaultValue={token}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <EmailField id="setup-email" label={t('field.email')} error={errorOf('email')} />
        <PasswordField
          id="setup-password"
          label={t('field.password')}
          error={errorOf('password')}
          isNew
        />
        <Button
          type="submit"
          block
          icon="shield"
          busy={isBusy}
          busyLabel={t('common:loading.busy')}
        >
          {t('action')}
        </Button>
      </Panel>
    </form>
  );
}
