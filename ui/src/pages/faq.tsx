import { coachingSlugs } from '@coachsite/core/catalogue';
import { useTranslation } from 'react-i18next';
import { Accordion, Icon, StretchTitle, TextLink, Words } from '../design/index.ts';
import { CallBand } from '../features/call-to-action/index.ts';
import { PriceAnswer, TermAnswer } from '../features/price/index.ts';
import { useCoach } from '../i18n/coach.ts';
import { textByKey } from '../i18n/index.ts';
import { titleLines } from '../i18n/title-lines.ts';
import { SampleMark } from '../site/sample-mark.tsx';
import { useSite } from '../site/site.ts';

/** Questions in groups, the price first, each a native disclosure that a link can open. Source: docs/contract.md#5. */
export function FaqPage() {
  const { t, i18n } = useTranslation(['faq', 'common']);
  const { languages, training } = useCoach();
  const { pause } = useSite();
  const groups = t('groups', { returnObjects: true, book: t('common:action.book'), languages });
  const wholeAnswer = (id: string, answer: string) => {
    switch (id) {
      case 'price':
        return <PriceAnswer offers={coachingSlugs}>{answer}</PriceAnswer>;
      case 'term':
        return <TermAnswer offers={coachingSlugs}>{answer}</TermAnswer>;
      case 'reply':
        // The owner's own answer may stand in another place than that of the file.
        return pause ? textByKey(i18n, 'pause:faq.groups.2.items.2.answer') : answer;
      case 'qualifications':
        return (
          <>
            {training.map((one) => (
              <span className="block" key={`${one.title} ${one.year}`}>
                {t('training', { ...one })}{' '}
              </span>
            ))}{' '}
            {answer} <SampleMark fact="coach" />
          </>
        );
      default:
        return answer;
    }
  };
  return (
    <>
      <section className="ground g-page faq-page">
        <div className="wrap faq-grid">
          <div className="faq-side stack gap-5">
            <StretchTitle
              className="h-side"
              lines={titleLines(t('title', { returnObjects: true }))}
            />
            <p className="lead mw-25">{t('lead')}</p>
            <p>
              <TextLink href="/contact" icon="arrow">
                {t('ask')}
              </TextLink>
            </p>
          </div>
          <div className="stack gap-7">
            {groups.map((group, at) => (
              <section key={group.title} aria-labelledby={`group-${at + 1}`}>
                <h2 className="h-3 mb-4" id={`group-${at + 1}`}>
                  {group.title}
                </h2>
                <Accordion
                  items={group.items
                    .filter(({ id }) => id !== 'qualifications' || training.length > 0)
                    .map(({ id, question, answer }, index) => ({
                      // One item beside the icon, whatever words are kept unbroken in it.
                      question: (
                        <span>
                          <Words text={question} />
                        </span>
                      ),
                      answer: (
                        // A link to what a closed disclosure holds opens it.
                        <div id={id}>
                          {wholeAnswer(id, answer)}{' '}
                          <a className="q-link" href={`#${id}`}>
                            <span className="sr">{t('link', { question })}</span>
                            <Icon name="link" />
                          </a>
                        </div>
                      ),
                      open: at === 0 && index === 0,
                    }))}
                />
              </section>
            ))}
          </div>
        </div>
      </section>
      <CallBand title={[t('call.title')]} lead={t('call.lead')} />
    </>
  );
}
