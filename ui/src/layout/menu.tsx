import type { Page } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../design/index.ts';
import { BookingLink } from '../features/call-to-action/index.ts';
import { LanguageSwitch } from '../features/language/index.ts';
import { Brand } from './brand.tsx';
import { currentMark, navigation } from './navigation.ts';

const closesMenu = { command: 'close', commandfor: 'menu' };

/**
 * The menu of small screens, a modal dialog: its links grow wider and their ticks taller down the list. What it does is in
 * `document/menu.ts`, as it works on pages where React has not started.
 */
export function Menu({ page }: { readonly page: Page }) {
  const { t } = useTranslation('layout');
  return (
    <dialog className="menu ground g-deep" id="menu" aria-label={t('menu.label')}>
      <div className="menu-in">
        <div className="menu-top">
          <Brand />
          <IconButton icon="close" label={t('menu.close')} data-menu-close {...closesMenu} />
        </div>
        <nav className="menu-list" aria-label={t('nav.mobile')}>
          <ul>
            {navigation.map(({ id, href }) => (
              <li key={id}>
                <a href={href} aria-current={currentMark(page, id)}>
                  <i />
                  {t(`nav.${id}`)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="menu-foot">
          <BookingLink>{t('call.long')}</BookingLink>
          <LanguageSwitch />
        </div>
      </div>
    </dialog>
  );
}
