import { useTranslation } from 'react-i18next';
import { ButtonLink, Dial, risingTicks, StretchTitle, Tally, TextLink } from '../design/index.ts';
import { titleLines } from '../i18n/title-lines.ts';

/** Thanks, and the next steps. A form sent without scripts ends here. Source: docs/rules.md#2, docs/contract.md#3. */
export function ThankYouPage() {
  const { t } = useTranslation('thank-you');
  return (
    <>
      <section className="ground g-butter">
        <div className="wrap thanks">
          <div className="dialbox">
            <Dial
              n={60}
              lit={30}
              radius={33}
              len={4}
              max={15}
              width={1.9}
              unlitWidth={1.1}
              label={t('dial')}
            >
              <circle className="thanks-disc" r="28" />
              <path className="thanks-check" d="M-12 1L-3.5 9.5L13-9" strokeWidth="6.5" />
            </Dial>
          </div>
          <div>
            <StretchTitle lines={titleLines(t('title', { returnObjects: true }))} />
            <p className="lead mt-5 mw-30">{t('lead')}</p>
          </div>
        </div>
      </section>
      <section className="section ground g-page" aria-labelledby="next">
        <div className="wrap">
          <h2 className="h-1 mb-6" id="next">
            {t('next')}
          </h2>
          <ol className="rows a3">
            {t('steps', { returnObjects: true }).map((step, at) => (
              <li key={step.title}>
                <Tally
                  ticks={risingTicks(3, at + 1, 45)}
                  {...(at === 2 ? { look: 'hot' as const } : {})}
                  label={t('step', { step: at + 1 })}
                />
                <h3 className="h-3">{step.title}</h3>
                <p className="small">{step.text}</p>
              </li>
            ))}
          </ol>
          <p className="note mt-5 measure">{t('booked')}</p>
          <p className="row gap-x-wide mt-6">
            <ButtonLink href="/guide">{t('guide')}</ButtonLink>
            <TextLink href="/blog" icon="arrow">
              {t('blog')}
            </TextLink>
          </p>
        </div>
      </section>
    </>
  );
}
