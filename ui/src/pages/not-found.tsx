import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { FigureParts, Icon, type IconName, StretchTitle } from '../design/index.ts';
import { useBookingLink } from '../features/call-to-action/index.ts';
import { useRuntimeConfig } from '../site/runtime-config.ts';

const openDial = Array.from({ length: 60 }, (_, index) => index).filter(
  (index) => index < 7 || index > 22,
);

/** The zero of 404: a dial with a gap, through which the runner leaves. */
const zero = openDial
  .map((index) => {
    const angle = (index / 60) * 2 * Math.PI;
    const at = (radius: number) =>
      `${(500 + Math.sin(angle) * radius).toFixed(1)} ${(310 - Math.cos(angle) * radius).toFixed(1)}`;
    return `M${at(200)}L${at(244)}`;
  })
  .join('');

function Way({
  icon,
  text,
  ...link
}: { icon: IconName; text: string } & Pick<ComponentProps<'a'>, 'href' | 'rel' | 'title'>) {
  return (
    <li>
      <a {...link}>
        <Icon name={icon} />
        {text} <Icon name="arrow" />
      </a>
    </li>
  );
}

/**
 * The page for every unknown path: four links. `document/analytics.ts` reports it to analytics. In place of a page
 * that is gone for good it says so.
 */
export function NotFoundPage() {
  const { t } = useTranslation('not-found');
  const booking = useBookingLink();
  const { isGone } = useRuntimeConfig();
  return (
    <section className="ground g-tartan clip" data-not-found={isGone ? undefined : ''}>
      <div className="wrap nf">
        <div className="stack gap-5">
          <StretchTitle lines={t(isGone ? 'gone.title' : 'title', { returnObjects: true })} />
          <p className="lead fg mw-30">{t(isGone ? 'gone.lead' : 'lead')}</p>
          <ul className="nf-links mw-34">
            <Way href="/" icon="home" text={t('home')} />
            <Way {...booking} icon="calendar" text={t('book')} />
            <Way href="/services" icon="check" text={t('services')} />
            <Way href="/contact" icon="mail" text={t('contact')} />
          </ul>
        </div>
        <div className="big" role="img" aria-label={t(isGone ? 'gone.drawing' : 'drawing')}>
          <svg
            className="drawing"
            viewBox={isGone ? '0 0 964 620' : '0 0 1000 620'}
            aria-hidden="true"
          >
            <text x="-4" y="500">
              4
            </text>
            {isGone ? (
              <text x="245" y="500">
                1
              </text>
            ) : null}
            {/* For text browsers, which show the texts of a drawing. */}
            <text x="383" y="500" visibility="hidden">
              0
            </text>
            {isGone ? null : (
              <text x="766" y="500">
                4
              </text>
            )}
            <g transform={isGone ? 'translate(220 0)' : undefined}>
              <circle className="nf-disc" cx="500" cy="310" r="176" />
              <path className="t-on" strokeWidth="9" d={zero} />
              <g className="fig" transform="translate(440 152) scale(.8)">
                <FigureParts name="runner" />
              </g>
            </g>
          </svg>
        </div>
      </div>
    </section>
  );
}
