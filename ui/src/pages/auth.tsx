import { afterSignInPath } from '@coachsite/core/roles';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clearInitialUrl } from '../browser/initial-url.ts';
import { Notice, Spinner, useFocusHeir } from '../design/index.ts';
import {
  AuthLayout,
  AuthTabs,
  ContinueNotice,
  MailSent,
  panelId,
  RecoverStep,
  SignInWays,
  SignUpForm,
  type Tab,
  type Typed,
  useProviderErrorText,
  useReturn,
} from '../features/auth/index.ts';
import { SecondFactorStep } from '../features/mfa/index.ts';
import { toast } from '../features/notification/index.ts';
import { isCodeNeeded } from '../session/session-level.ts';
import { signedOutParameter, unconfirmedParameter } from '../session/sign-out.ts';
import { useRuntimeConfig } from '../site/runtime-config.ts';
import { useInitialParameters } from '../site/use-initial-parameters.ts';
import { useIsHere } from '../site/use-is-here.ts';

/** The first of these receives the focus when one step replaces another. */
const heirs = ['h2[tabindex]', '[role=tab][aria-selected=true]'] as const;

/** The content of the form side; a step replaces the form in place. */
type Step =
  | { readonly kind: 'form'; readonly tab: Tab; readonly typed?: Typed }
  | { readonly kind: 'factor' }
  | { readonly kind: 'recover'; readonly email: string }
  | { readonly kind: 'mail'; readonly of: 'signup' | 'recover'; readonly email: string };

/** Sign in, sign up and recovery. Source: docs/rules.md#4, docs/rules.md#7, docs/rules.md#8, docs/contract.md#7. */
export function AuthPage() {
  const { t } = useTranslation(['auth', 'common']);
  const { signIn, leadsOn } = useRuntimeConfig();
  const errorText = useProviderErrorText();
  const router = useRouter();
  const parameters = useInitialParameters();
  const redirect = parameters?.get('redirect') ?? undefined;
  const [step, setStep] = useState<Step>({ kind: 'form', tab: 'signIn' });
  const isHere = useIsHere();
  // A press right after the app's start is sent by its first rendering, which does not know the parameters yet.
  const wanted = useRef(redirect);
  wanted.current = redirect;
  const leave = useCallback(() => {
    if (isHere()) void router.navigate({ href: afterSignInPath(wanted.current) });
  }, [isHere, router]);
  const enter = useCallback(
    () => (isCodeNeeded() ? setStep({ kind: 'factor' }) : leave()),
    [leave],
  );
  // A session that still needs its second factor continues at the code step.
  useEffect(() => {
    if (isCodeNeeded()) setStep({ kind: 'factor' });
  }, []);
  const hasSignedOut = parameters?.has(signedOutParameter) ?? false;
  const isUnconfirmed = parameters?.has(unconfirmedParameter) ?? false;
  const isAfterSignOut = hasSignedOut || isUnconfirmed;
  // The press that led here was on another page. Source: docs/law-and-search.md#E11.
  useEffect(() => {
    if (!isAfterSignOut || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [isAfterSignOut]);
  useEffect(() => {
    if (!hasSignedOut) return;
    clearInitialUrl();
    toast({ system: 'form', tone: 'good', title: t('signOut.done') });
  }, [hasSignedOut, t]);
  const box = useRef<HTMLDivElement>(null);
  useFocusHeir(box, heirs);
  const returned = useReturn(parameters, enter);
  const show = (tab: Tab, email = '', password = '') =>
    setStep({ kind: 'form', tab, typed: { email, password } });
  /** Goes on after a response, unless the visitor has left the step that waited for it. */
  const goOn = (next: Step) => setStep((now) => (now === step ? next : now));
  const typedEmail = () => box.current?.querySelector<HTMLInputElement>('input[name=email]')?.value;

  function content() {
    if (step.kind === 'factor') {
      return <SecondFactorStep onDone={leave} onOther={() => show('signIn')} />;
    }
    if (returned?.kind === 'finishing') return <Spinner text={t('common:loading.guard')} />;
    if (step.kind === 'mail') {
      const other = () =>
        step.of === 'recover'
          ? setStep({ kind: 'recover', email: '' })
          : show('signUp', step.email);
      const target = afterSignInPath(redirect);
      return <MailSent kind={step.of} email={step.email} target={target} onOther={other} />;
    }
    if (step.kind === 'recover') {
      return (
        <RecoverStep
          email={step.email}
          onSent={(email) => goOn({ kind: 'mail', of: 'recover', email })}
          onBack={() => show('signIn', step.email)}
        />
      );
    }
    const { tab, typed } = step;
    return (
      <>
        {returned ? (
          <Notice tone="bad" icon="alert" alert title={errorText(returned.code)} />
        ) : null}
        {isUnconfirmed ? (
          <Notice tone="bad" icon="alert" alert title={t('signOut.unconfirmed.title')}>
            {t('signOut.unconfirmed.text')}
          </Notice>
        ) : null}
        <ContinueNotice
          target={redirect && afterSignInPath(redirect)}
          isShown={leadsOn && (!parameters || afterSignInPath(redirect) !== '/')}
          again={parameters?.has('again') ?? false}
        />
        {signIn.signUp ? (
          <AuthTabs value={tab} onChange={(next) => next !== tab && show(next, typedEmail())} />
        ) : null}
        <div
          key={tab}
          {...(signIn.signUp
            ? { id: panelId(tab), role: 'tabpanel', 'aria-labelledby': `tab-${tab}` }
            : {})}
        >
          {tab === 'signIn' ? (
            <SignInWays
              target={redirect}
              email={typed?.email ?? ''}
              onSignedIn={enter}
              onMailed={(email) => goOn({ kind: 'mail', of: 'signup', email })}
              onForgot={(email) => setStep({ kind: 'recover', email })}
              onSignUp={({ email, password }) => show('signUp', email, password)}
            />
          ) : (
            <SignUpForm
              typed={typed}
              onSignedUp={(email, isSignedIn) => {
                if (!isSignedIn) return goOn({ kind: 'mail', of: 'signup', email });
                toast({ system: 'form', tone: 'good', title: t('signUp.done') });
                enter();
              }}
              onSignIn={(email) => show('signIn', email)}
            />
          )}
        </div>
      </>
    );
  }

  return (
    <AuthLayout lines={t('title', { returnObjects: true })} box={box}>
      {content()}
    </AuthLayout>
  );
}
