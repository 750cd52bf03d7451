import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Spinner, TextLink } from '../../design/index.ts';
import { Outcome } from './outcome.tsx';
import { listPath, useListLink } from './use-list-link.ts';

/**
 * Confirms once the page is visible; programs that only open links run no scripts.
 * Source: docs/law-and-search.md#D41.
 */
function useWhenVisible(act: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page, whatever `act` is by then
  useEffect(() => {
    const run = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', run);
      act();
    };
    document.addEventListener('visibilitychange', run);
    run();
    return () => document.removeEventListener('visibilitychange', run);
  }, []);
}

/** The outcome of the link, and a link to the program or the blog. */
export function ConfirmOutcome({
  state,
  redirectTo,
}: {
  readonly state: 'done' | 'used' | 'expired';
  readonly redirectTo: string | null;
}) {
  const { t } = useTranslation('notify-confirm');
  const isBad = state === 'expired';
  const path = listPath(redirectTo);
  const isArticle = path === '/blog';
  const said = isBad ? 'expired' : 'done';
  return (
    <Outcome
      tone={isBad ? 'bad' : 'good'}
      title={t(`${state}.title`)}
      actions={
        <TextLink href={path} icon="arrow">
          {t(isArticle ? `${said}.actionArticle` : `${said}.action`)}
        </TextLink>
      }
    >
      {state !== 'used' && isArticle ? t(`${state}.textArticle`) : t(`${state}.text`)}
    </Outcome>
  );
}

/** Step two of joining the notify-me list. Source: docs/rules.md#1, docs/rules.md#4, docs/law-and-search.md#D41. */
export function ConfirmInterest({
  token,
  redirectTo,
  onEnd,
}: {
  readonly token: string;
  readonly redirectTo: string | null;
  /** Called with the outcome: the e-mail address is on the list, now or already before, or the link no longer works. */
  onEnd(outcome: 'done' | 'used' | 'expired'): void;
}) {
  const { t } = useTranslation(['notify-confirm', 'common']);
  const { state, use } = useListLink('/api/notify/confirm', redirectTo);
  const confirm = () => void use(token);
  useWhenVisible(confirm);
  useEffect(() => {
    if (state === 'done' || state === 'used' || state === 'expired') onEnd(state);
  }, [state, onEnd]);
  switch (state) {
    case 'done':
    case 'used':
    case 'expired':
      return <ConfirmOutcome state={state} redirectTo={redirectTo} />;
    case 'failed':
      return (
        <Outcome
          tone="bad"
          title={t('failed.title')}
          actions={
            <Button small icon="refresh" onClick={confirm}>
              {t('failed.action')}
            </Button>
          }
        >
          {t('failed.text')}
        </Outcome>
      );
    case 'busy':
      return <Spinner text={t('busy')} />;
    default:
      return (
        <div className="stack gap-5">
          <p className="lead">{t('ready.text')}</p>
          <p>
            <Button icon="check" onClick={confirm}>
              {t('ready.action')}
            </Button>
          </p>
        </div>
      );
  }
}
