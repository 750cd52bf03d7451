import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice, Spinner, useFocusHeir } from '../design/index.ts';
import { AuthLayout, MailSent, RecoverForm, ResetForm } from '../features/auth/index.ts';
import { SecondFactorStep } from '../features/mfa/index.ts';
import { keeper, readVisitor } from '../session/compose.ts';
import { isCodeNeeded } from '../session/session-level.ts';

/** The first of these receives the focus when one step replaces another. */
const heirs = ['#reset-password', 'h2[tabindex]', 'input'] as const;

/** The e-mail address of the session that the link or its code opened; null without one, undefined while unknown. */
function useOwner(): string | null | undefined {
  const [owner, setOwner] = useState<string | null>();
  useEffect(() => {
    let isCurrent = true;
    const look = () =>
      void readVisitor('user').then(
        (visitor) => isCurrent && setOwner(visitor ? (visitor.user.email ?? '') : null),
        () => isCurrent && setOwner(null),
      );
    look();
    // The code of the mail may be typed on this page.
    const stop = keeper.subscribe((event) => {
      if (event === 'password_recovery') look();
    });
    return () => {
      isCurrent = false;
      stop();
    };
  }, []);
  return owner;
}

/**
 * Sets a new password after recovery; without the session of a recovery link it offers one. Source: docs/contract.md#5.
 */
export function AuthResetPage() {
  const { t } = useTranslation(['auth-reset', 'common']);
  const owner = useOwner();
  const [sentTo, setSentTo] = useState<string>();
  const [needsCode, setNeedsCode] = useState(false);
  // A link proves one factor; a new password requires both. Source: docs/security.md#MF-6, docs/security.md#MF-8.
  useEffect(() => {
    if (owner) setNeedsCode(isCodeNeeded());
  }, [owner]);
  const leave = () => location.assign('/auth');
  const box = useRef<HTMLDivElement>(null);
  useFocusHeir(box, heirs);

  function content() {
    if (owner === undefined) return <Spinner text={t('common:loading.guard')} />;
    if (owner !== null && needsCode) {
      return <SecondFactorStep onDone={() => setNeedsCode(false)} onOther={leave} />;
    }
    if (owner !== null) return <ResetForm email={owner} onCodeNeeded={() => setNeedsCode(true)} />;
    if (sentTo !== undefined) {
      return <MailSent kind="recover" email={sentTo} onOther={() => setSentTo(undefined)} />;
    }
    return (
      <div className="stack gap-5">
        <Notice tone="info" icon="link" title={t('none.title')}>
          {t('none.text')}
        </Notice>
        <RecoverForm email="" onSent={setSentTo} />
      </div>
    );
  }

  return (
    <AuthLayout lines={t('title', { returnObjects: true })} box={box}>
      {content()}
    </AuthLayout>
  );
}
