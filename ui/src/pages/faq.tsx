import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Accordion, StretchTitle, TextLink } from '../design/index.ts';
import { CallBand } from '../features/call-to-action/index.ts';
import { ReadingCount } from '../features/faq/reading-count.tsx';
import { titleLines } from '../i18n/title-lines.ts';

/** Questions in groups, each a native disclosure. Source: docs/rules.md#2, docs/contract.md#5. */
export function FaqPage() {
  const { t } = useTranslation(['faq', 'common']);
  const list = useRef<HTMLDivElement>(null);
  const groups = t('groups', { returnObjects: true, book: t('common:action.book') });
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
            <ReadingCount
              count={groups.reduce((sum, group) => sum + group.items.length, 0)}
              list={list}
            />
            <p>
              <TextLink href="/contact" icon="arrow">
                {t('ask')}
              </TextLink>
            </p>
          </div>
          <div className="stack gap-7" ref={list} data-app="">
            {groups.map((group, at) => (
              <section key={group.title} aria-labelledby={`group-${at + 1}`}>
                <h2 className="h-3 mb-4" id={`group-${at + 1}`}>
                  {group.title}
                </h2>
                <Accordion
                  items={group.items.map(({ question, answer }, index) => ({
                    id: `question-${at + 1}-${index + 1}`,
                    question,
                    answer: <p>{answer}</p>,
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
