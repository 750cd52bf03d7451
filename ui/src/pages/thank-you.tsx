import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ButtonLink, classes, Dial, StretchTitle, TextLink } from '../design/index.ts';
import { BookingLink } from '../features/call-to-action/index.ts';
import { CoachCard } from '../features/contact/coach-card.tsx';
import { NextSteps } from '../features/contact/next-steps.tsx';
import { useReplyBy } from '../i18n/reply-by.ts';
import { titleLines } from '../i18n/title-lines.ts';
import { useRuntimeConfig } from '../site/runtime-config.ts';

/**
 * Thanks, and the next steps: after a message sent without scripts, with the time of the reply at the latest; as
 * `/thank-you?booked` after a booking on the scheduling page. Source: docs/rules.md#1.
 */
export function ThankYouPage() {
  const { t } = useTranslation(['thank-you', 'common']);
  const { now } = useRuntimeConfig();
  const replyBy = useReplyBy();
  const isBooked = useSearch({ strict: false }).booked !== undefined;
  const arrived = now === undefined ? t('lead') : t('leadBy', { when: replyBy(now) });
  const title = isBooked
    ? t('booked.title', { returnObjects: true })
    : t('title', { returnObjects: true });
  return (
    <>
      <section className="ground g-butter">
        <div className="wrap thanks">
          <div className="stack gap-5">
            <StretchTitle lines={titleLines(title)} />
            <p className="lead mw-30">{isBooked ? t('booked.lead') : arrived}</p>
            <CoachCard />
          </div>
          <div className="dialbox">
            <Dial
              n={60}
              lit={30}
              radius={33}
              len={4}
              max={15}
              width={1.9}
              unlitWidth={1.1}
              label={t(isBooked ? 'booked.dial' : 'dial')}
            >
              <circle className="thanks-disc" r="28" />
              <path className="thanks-check" d="M-12 1L-3.5 9.5L13-9" strokeWidth="6.5" />
            </Dial>
          </div>
        </div>
      </section>
      <section className="section ground g-page" aria-labelledby="next">
        <div className="wrap">
          <h2 className="h-1 mb-6" id="next">
            {t(isBooked ? 'booked.next' : 'next')}
          </h2>
          <NextSteps after={isBooked ? 'booking' : 'message'} />
          <p className={classes('row mt-6', isBooked && 'booked')}>
            {isBooked ? null : <BookingLink>{t('common:action.book')}</BookingLink>}{' '}
            <ButtonLink href="/guide" {...(isBooked ? {} : { look: 'line' as const })}>
              {t('guide')}
            </ButtonLink>{' '}
            <TextLink href="/blog" icon="arrow">
              {t('blog')}
            </TextLink>
          </p>
        </div>
      </section>
    </>
  );
}
