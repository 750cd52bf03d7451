import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel, Ruler, StretchTitle } from '../design/index.ts';
import { BookingLink } from '../features/call-to-action/index.ts';
import { Channels } from '../features/contact/channels.tsx';
import { CoachCard } from '../features/contact/coach-card.tsx';
import { ContactForm } from '../features/contact/contact-form.tsx';
import { ReplyClock } from '../features/contact/reply-clock.tsx';
import type { SendingEnd } from '../features/contact/use-contact-form.ts';
import { closeErrors, toast } from '../features/notification/index.ts';
import { addTexts } from '../i18n/index.ts';
import { titleLines } from '../i18n/title-lines.ts';

/** The free call, for visitors who would rather talk. */
function TalkPanel() {
  const { t } = useTranslation('contact');
  return (
    <Panel ground="tartan" className="stack gap-4">
      <h2 className="h-3">{t('talk.title')}</h2>
      <p>
        <BookingLink icon="calendar">{t('talk.action')}</BookingLink>
      </p>
      <p className="small">{t('talk.text')}</p>
      <div className="mw-15">
        <Ruler n={30} height={58} stroke={4.5} min={40} />
      </div>
    </Panel>
  );
}

/** The content of the thank-you page, below the thanks for a message; its code and texts load with the thanks. */
function NextAfterMessage() {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const [shown, setShown] = useState<{ readonly language: string; readonly Next: ComponentType }>();
  useEffect(() => {
    let isLeft = false;
    const load = async () => {
      const [{ AfterMessage }] = await Promise.all([
        import('./after-message.tsx'),
        addTexts(i18n, ['thank-you'], language),
      ]);
      if (!isLeft) setShown({ language, Next: AfterMessage });
    };
    // Without a network the thanks stand alone: the message is stored.
    load().catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [i18n, language]);
  return shown?.language === language ? <shown.Next /> : null;
}

/** The contact form, the promise of a reply, and the other ways to the coach. */
export function ContactPage() {
  const { t } = useTranslation('contact');
  const [isSent, setSent] = useState(false);
  const showEnd = (end: SendingEnd) => {
    setSent(end === 'sent');
    closeErrors();
    // The thanks take the place of the form, and of a toast.
    if (end === 'sent') return;
    const text = end === 'limited' ? t('failed.limited') : t('failed.text');
    toast({ system: 'form', tone: 'bad', title: t('failed.title'), text });
  };
  return (
    <>
      <section className="phead ground g-page">
        <div className="wrap phead-grid contact-head">
          <StretchTitle
            className="h-side"
            lines={titleLines(t('title', { returnObjects: true }))}
          />
          <div className="stack gap-4">
            <p className="small">{t('lead')}</p>
            <CoachCard />
          </div>
        </div>
      </section>
      <section className="ground g-page pb-9">
        <div className="wrap split rev items-start">
          <ContactForm onEnd={showEnd} next={<NextAfterMessage />} />
          {/* The call comes first, so that its button is above the cookie banner in low windows too. */}
          <aside className="stack gap-6">
            {isSent ? null : <TalkPanel />}
            <ReplyClock />
            <Channels />
          </aside>
        </div>
      </section>
    </>
  );
}
