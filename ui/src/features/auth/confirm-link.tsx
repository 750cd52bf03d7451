import type { AuthEvent } from '@coachsite/core/session';
import { isPathOfSite } from '@coachsite/core/text';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, Notice, TextLink } from '../../design/index.ts';
import { type Refusal, RefusalNotice, toRefusal, usePress } from '../../forms/index.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { auth, keeper } from '../../services.ts';
import { isCodeNeeded } from '../../session-level.ts';
import { toast } from '../notification/index.ts';
import { attempts } from './sign-in-ports.ts';

/** A link as its mail carried it. */
export interface MailedLink {
  readonly token: string;
  readonly type: string;
  readonly redirectTo: string;
  /** True: this page confirms in the site's own mode; false: the click goes on to GET /verify. Source: contract §4. */
  readonly isOwn: boolean;
}

const worded = ['signup', 'recovery', 'email_change', 'magiclink'] as const;

type Worded = (typeof worded)[number];

/** What a confirmed link means for the session. Source: specification §4. */
const eventOf = {
  signup: 'signed_in',
  recovery: 'password_recovery',
  email_change: 'user_updated',
  magiclink: 'signed_in',
} as const satisfies Record<Worded, AuthEvent>;

/** The words for a kind of link; kinds without their own just go on. */
export const wordedType = (type: string): Worded =>
  worded.find((known) => known === type) ?? 'magiclink';

/** The path of this site that `redirectTo` names, else `/`. Source: security requirement LN-5. */
function ownPath(redirectTo: string): string {
  try {
    const { origin, pathname, search } = new URL(redirectTo, location.origin);
    const path = pathname + search;
    return origin === location.origin && isPathOfSite(path) ? path : '/';
  } catch {
    return '/';
  }
}

/** Where a confirmed link leads: to the page of what it was about, else where the mail was asked for. */
function pathAfter(type: Worded, redirectTo: string): string {
  if (type === 'recovery') return '/auth/reset';
  return type === 'email_change' ? '/account' : ownPath(redirectTo);
}

/** The same link at the auth service, for mails that another program asked for. Source: auth-wire 4.4. */
function verifyAddress({ token, type, redirectTo }: MailedLink): string {
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo });
  return `/auth/v1/verify?${query}`;
}

/**
 * Asks for one click before a mailed link is used up, so that programs which open links do not use it. Sources:
 * auth-wire 4.4; security requirement LN-3.
 */
export function ConfirmLink({ link, onExpired }: { readonly link: MailedLink; onExpired(): void }) {
  const { t } = useTranslation(['auth-confirm', 'common']);
  const router = useRouter();
  const [refusal, setRefusal] = useState<Refusal>();
  const [isHalf, setHalf] = useState(false);
  const type = wordedType(link.type);
  const { isBusy, press } = usePress(async () => {
    setRefusal(undefined);
    if (!link.isOwn) return location.assign(verifyAddress(link));
    const confirmed = await auth.confirm(link.type, link.token);
    if (confirmed.isErr()) {
      const refused = toRefusal(confirmed.error);
      if (refused.kind === 'otp_expired') onExpired();
      else setRefusal(refused);
      return;
    }
    if ('half' in confirmed.value) return setHalf(true);
    const { session } = confirmed.value;
    keeper.adopt(session, eventOf[type]);
    attempts.clear(session.user.email ?? '');
    if (type === 'signup' || type === 'email_change') {
      toast({ system: 'form', tone: 'good', title: t(`done.${type}`) });
    }
    const path = pathAfter(type, link.redirectTo);
    const asksCode = isCodeNeeded() && type !== 'recovery';
    const href = asksCode ? `/auth?${new URLSearchParams({ redirect: path })}` : path;
    await router.navigate({ href, replace: true });
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
      <RefusalNotice refusal={refusal} />
      <p>
        <Button icon="arrow" busy={isBusy} busyLabel={t('common:loading.busy')} onClick={press}>
          {t(`${type}.action`)}
        </Button>
      </p>
      <p className="note">{t('why')}</p>
    </div>
  );
}
