import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { StretchTitle } from '#ui/src/design/index.ts';
import { checkRoot } from '#ui/src/document/root-check.ts';
import { AppError } from '#ui/src/layout/app-error.tsx';
import { AccessDenied, GuardSpinner } from '#ui/src/layout/guard-screens.tsx';
import { PageSpinner } from '#ui/src/layout/page-spinner.tsx';
import { pages } from '#ui/src/site/pages.ts';
import { siteFile as site } from '#ui/src/site/site.ts';
import { provided, showPage, textsOf } from '../support/frame.tsx';
import { control } from '../support/page.ts';

const textOf = (html: string) => html.replace(/<[^>]+>/g, '');

describe('frame of a page', () => {
  it.each(pages.map(({ id }) => id))(
    'has no style attribute, one main and the legal facts: %s',
    async (id) => {
      for (const language of ['nl', 'en'] as const) {
        await showPage(id, language);
        expect(document.querySelectorAll('[style]').length).toBe(0);
        expect(document.querySelectorAll('main').length).toBe(1);
        expect(document.querySelector('footer')?.textContent).toContain(site.email);
        const settings = language === 'nl' ? 'Cookie-instellingen' : 'Cookie settings';
        expect(control(settings).tagName).toBe('BUTTON');
      }
    },
  );

  it('starts with the skip link, then the banner', async () => {
    await showPage('home');
    const focusable = [...document.querySelectorAll('a[href], button')];
    expect(focusable[0]?.getAttribute('href')).toBe('#main');
    expect(focusable[1]?.closest('[data-consent]')).not.toBeNull();
  });
});

describe('loading and error screens', () => {
  it.each(['nl', 'en'] as const)('use the words of the specification (%s)', async (language) => {
    expect(renderToString(await provided(<PageSpinner />, language))).toContain('Laden...');
    expect(renderToString(await provided(<GuardSpinner />, language))).toContain('Loading...');
  });

  it('deny access in the words of the specification', async () => {
    const text = textOf(renderToString(await provided(<AccessDenied />, 'en'))).replaceAll(
      '&#x27;',
      "'",
    );
    expect(text).toContain('Access Denied');
    expect(text).toContain(
      "You don't have permission to access this page. Admin privileges are required.",
    );
  });

  it('offer three links when the application fails', async () => {
    const html = renderToString(<AppError i18n={await textsOf('nl')} retry={() => {}} />);
    for (const words of ['Pagina vernieuwen', 'Opnieuw proberen', 'Terug naar homepage']) {
      expect(textOf(html)).toContain(words);
    }
  });

  it('say in Dutch that a page without its root cannot be loaded', async () => {
    document.body.innerHTML = '<p>broken</p>';
    checkRoot();
    await import('#ui/src/document/root-missing.ts');
    await new Promise((resolve) => setTimeout(resolve));
    expect(document.querySelector('[role="alert"]')?.textContent).toContain(
      'Deze pagina kan niet worden geladen.',
    );
  });
});

describe('stretched title', () => {
  it('reads as one sentence and keeps what belongs together on one line', () => {
    const html = renderToString(
      <StretchTitle
        lines={[
          { text: 'Eén maand 1-op-1,', width: 'tight' },
          { text: '12-week dag per dag', width: 'wide' },
        ]}
      />,
    );
    expect(textOf(html)).toBe('Eén maand 1-op-1, 12-week dag per dag');
    expect(html).toContain('<span class="nb">1-op-1,</span>');
    expect(html).toContain('<span class="nb">12-week</span>');
  });
});
