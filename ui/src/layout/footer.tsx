import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BookingLink } from '../features/call-to-action/index.ts';
import { useInstagram } from '../site/channels.ts';
import { SampleNote } from '../site/sample-mark.tsx';
import { useSite } from '../site/site.ts';
import { FooterLinks } from './footer-links.tsx';
import { Identification } from './identification.tsx';
import { SettingsItem } from './settings-item.tsx';

/** Width of one letter of the brand name in the drawing: the name fills the line whatever its length. */
const letterWidth = 87.2;

function BrandName() {
  const { shortName } = useSite();
  const width = [...shortName].length * letterWidth;
  return (
    <svg className="foot-name" viewBox={`0 0 ${width} 78`} aria-hidden="true">
      <text x="-7" y="74" textLength={width + 9.5} lengthAdjust="spacingAndGlyphs">
        {shortName}
      </text>
    </svg>
  );
}

/**
 * Closing line with its action, three groups of links, the name as large as the width allows, and the identification.
 */
export function Footer({
  hasCall,
}: {
  /** False for a page that ends in a call of its own; styles hide it on others that do. */
  readonly hasCall: boolean;
}) {
  const { t } = useTranslation(['layout', 'common']);
  const { coach } = useSite();
  const instagram = useInstagram();
  const by = coach.name ? t('footer.by', { coach: coach.name }) : undefined;
  const links = (group: 'coaching' | 'read' | 'legal', more?: ReactNode) => (
    <nav aria-label={t(`footer.${group}`)}>
      <h2>{t(`footer.${group}`)}</h2>
      <ul>
        <FooterLinks group={group} />
        {more}
      </ul>
    </nav>
  );
  return (
    <footer className="foot ground g-deep">
      <div className="wrap">
        <div className="foot-grid">
          {hasCall ? (
            <div className="foot-call">
              <p className="h-3 mw-12em">{t('footer.line')}</p>
              <p className="mt-5">
                <BookingLink>{t('call.long')}</BookingLink>
              </p>
            </div>
          ) : null}
          {links('coaching')}
          {links(
            'read',
            <li className="guest">
              <a href="/auth">{t('footer.signIn')}</a>
            </li>,
          )}
          {links('legal', <SettingsItem />)}
        </div>
        <BrandName />
        <div className="foot-base">
          <Identification />
          <SampleNote />
          {by || instagram ? (
            <p className="note row gap-2">
              {by ? <span>{by}</span> : null}{' '}
              {instagram ? (
                <a className="foot-social" href={instagram.url} rel="noopener">
                  {`Instagram ${instagram.handle}`}
                </a>
              ) : null}
            </p>
          ) : null}
        </div>
      </div>
    </footer>
  );
}
