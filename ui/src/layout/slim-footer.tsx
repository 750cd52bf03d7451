import { FooterLinks } from './footer-links.tsx';
import { Identification } from './identification.tsx';
import { SettingsItem } from './settings-item.tsx';

/** The footer of sign-in, account and admin: identification, legal links, cookie settings. */
export function SlimFooter() {
  return (
    <footer className="ground g-page foot-slim">
      <div className="wrap row between">
        <Identification />
        <ul className="note row foot-links">
          <FooterLinks group="legal" />
          <SettingsItem />
        </ul>
      </div>
    </footer>
  );
}
