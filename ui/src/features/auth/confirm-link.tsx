import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Notice, TextLink } from '../../design/index.ts';
import { ErrorNotice, type FormError, toFormError, usePress } from '../../forms/index.ts';
import { auth } from '../../session/compose.ts';
import { useConfirmed, wordedType } from './use-confirmed.ts';

/** The parameters of a mailed link. */
export interface MailedLink {
  readonly token: string;
  readonly type: string;
  readonly redirectTo: string;
  /**
   * Whether this page confirms the link by a request of its own; otherwise the click opens GET /verify.
   * Source: docs/contract.md#4.
   */
  readonly isOwn: boolean;
}

/**
 * The URL of the same link at the auth service, for mails that another program requested.
 * Source: docs/wire.md#4.4.
 */
function verifyUrl({ token, type, redirectTo }: MailedLink): string {
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo });
  return `/auth/v1/verify?${query}`;
}

/**
 * Requires one click before a mailed link is used, so that programs that open links do not use it up. Source:
 * docs/security.md#LN-3.
 */
export function ConfirmLink({ link, onExpired }: { readonly link: MailedLink; onExpired(): void }) {
  const { t } = useTranslation(['auth-confirm', 'common']);
  const goOn = useConfirmed();
  const [error, setError] = useState<FormError>();
  const [isHalf, setHalf] = useState(false);
  const type = wordedType(link.type);
  const { isBusy, press } = usePress(async () => {
    setError(undefined);
    if (!link.isOwn) return location.assign(verifyUrl(link));
    const confirmed = await auth.confirm(link.type, link.token);
    if (confirmed.isErr()) {
      const error = toFormError(confirmed.error);
      if (error.kind === 'otp_expired') onExpired();
      else setError(error);
      return;
    }
    if ('half' in confirmed.value) return setHalf(true);
    await goOn(confirmed.value.session, type, link.redirectTo);
  });
  if (isHalf) {
    return (
      <Notice
        tone="good"
        status
        icon="mail"
        title={t('half.title')}
        actions={
          <TextLink href="/account" icon="arrow">
            {t('expired.account')}
          </TextLink>
        }
      >
        {t('half.text')}
      </Notice>
    );
  }
  return (
    <div className="stack gap-5">
      <p className="lead">{t(`${type}.text`)}</p>
      <ErrorNotice error={error} />
      <p>
        <Button icon="arrow" busy={isBusy} busyLabel={t('common:loading.busy')} onClick={press}>
          {t(`${type}.action`)}
        </Button>
      </p>
      <p className="note">{t('why')}</p>
    </div>
  );
}
