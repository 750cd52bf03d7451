import { useArrival } from '../arrival.ts';
import { Section, Spinner, StretchTitle } from '../design/index.ts';
import { BrokenUnsubscribe, Unsubscribe } from '../features/notify/index.ts';
import { useTranslation } from '../i18n/use-translation.ts';

/** Where the way out in each notify-me mail lands. Source: operating contract §5; legal reference D43. */
export function NotifyUnsubscribePage() {
  const { t } = useTranslation(['notify-unsubscribe', 'common']);
  const arrival = useArrival('secret');
  const token = arrival?.get('token');
  return (
    <Section>
      <div className="stack gap-6 mw-40">
        <StretchTitle lines={t('title', { returnObjects: true })} />
        {!arrival ? (
          <Spinner text={t('common:loading.page')} />
        ) : token ? (
          <Unsubscribe token={token} />
        ) : (
          <BrokenUnsubscribe />
        )}
      </div>
    </Section>
  );
}
