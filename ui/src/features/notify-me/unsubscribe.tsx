import { useTranslation } from 'react-i18next';
import { Button, RichText, TextLink } from '../../design/index.ts';
import { Outcome } from './outcome.tsx';
import { useListLink } from './use-list-link.ts';

/** Leaves the notify-me list with one press. Source: docs/law-and-search.md#D43. */
export function Unsubscribe({ token }: { readonly token: string }) {
  const { t } = useTranslation(['notify-unsubscribe', 'common']);
  const { state, use } = useListLink('/api/notify/unsubscribe');
  const leave = () => void use(token);
  if (state === 'done') return <Unsubscribed />;
  if (state === 'expired' || state === 'used') return <BrokenUnsubscribe />;
  return (
    <div className="stack gap-5">
      {state === 'failed' ? (
        <Outcome tone="bad" title={t('failed.title')}>
          {t('failed.text')}
        </Outcome>
      ) : (
        <p className="lead">{t('ready.text')}</p>
      )}
      <p>
        <Button
          icon="check"
          busy={state === 'busy'}
          busyLabel={t('common:loading.busy')}
          onClick={leave}
        >
          {t(state === 'failed' ? 'failed.action' : 'ready.action')}
        </Button>
      </p>
    </div>
  );
}

/** Shown when the e-mail address was removed from the list. */
export function Unsubscribed() {
  const { t } = useTranslation('notify-unsubscribe');
  return (
    <Outcome
      tone="good"
      title={t('done.title')}
      actions={
        <TextLink href="/" icon="arrow">
          {t('done.action')}
        </TextLink>
      }
    >
      {t('done.text')}
    </Outcome>
  );
}

/** Shown for a link without a token, or with a wrong one. */
export function BrokenUnsubscribe() {
  const { t } = useTranslation('notify-unsubscribe');
  return (
    <Outcome tone="bad" title={t('expired.title')}>
      <RichText text={t('expired.text')} />
    </Outcome>
  );
}
