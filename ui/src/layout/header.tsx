import type { Page } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { classes, Icon } from '../design/index.ts';
import { BookingLink } from '../features/call-to-action/index.ts';
import { LanguageSwitch } from '../features/language/index.ts';
import { Brand } from './brand.tsx';
import { MemberLinks } from './member-links.tsx';
import { currentMark, navigation } from './navigation.ts';

/** Opens the menu from its markup; `document/menu.ts` does it in browsers without invoker commands. */
const opensMenu = { command: 'show-modal', commandfor: 'menu' };

/** The grounds of pages whose first section has the call itself: the one in the header is then an outline. */
const quietOn = ['tartan', 'pine', 'sky'];

/** Name, eight links, language, account and action; on small screens the menu button. */
export function Header({ page }: { readonly page: Page }) {
  const { t } = useTranslation('layout');
  return (
    <header className={classes('head', `g-${page.ground}`)}>
      <div className="wrap head-in">
        <Brand />
        <nav className="nav" aria-label={t('nav.label')}>
          <ul>
            {navigation.map(({ id, href }) => (
              <li key={id}>
                <a href={href} aria-current={currentMark(page, id)}>
                  {t(`nav.${id}`)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <MemberLinks page={page} />
        <LanguageSwitch />
        <BookingLink
          small
          look={quietOn.includes(page.ground) ? 'line' : undefined}
          className="cta"
        >
          {t('call.short')}
        </BookingLink>{' '}
        <button
          className="menu-btn"
          type="button"
          aria-haspopup="dialog"
          aria-label={t('menu.open')}
          data-menu-open
          {...opensMenu}
        >
          <Icon name="menu" />
          {t('menu.text')}
        </button>
      </div>
    </header>
  );
}
