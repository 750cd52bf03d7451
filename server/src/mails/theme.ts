import { themeColours } from '@coachsite/adapters/contract';

/*
 * The colours of mails: those of the grounds of the site, as mail programs know no custom properties. Each has its pair
 * for a dark screen. Source: docs/design.md#2.2, docs/design.md#2.3.
 */

/** Colours of text. */
export const mailInks = {
  text: { light: themeColours.ink, dark: '#f0f1e9' },
  /** Notes, sender and reason. */
  note: { light: '#52645c', dark: '#9ba99d' },
} as const;

/** Colours of grounds. */
export const mailGrounds = {
  /** Behind the sheet. */
  page: { light: '#e7e8de', dark: themeColours.night },
  /** The sheet with the text. */
  sheet: { light: '#fcfcf9', dark: '#10211b' },
  /** The plate of a code. */
  plate: { light: '#f7df84', dark: '#2c2a11' },
  /** Behind what another person wrote. */
  quote: { light: themeColours.chalk, dark: '#1a2c25' },
  tick: { light: themeColours.ink, dark: '#f0f1e9' },
} as const;

export type TextColour = keyof typeof mailInks;
export type GroundColour = keyof typeof mailGrounds;

/** The button and the last tick, the same on both screens. */
export const brandColour = themeColours.tartan;

/** Text on the brand colour. */
export const onBrand = themeColours.ink;

/** Text faces, with what every mail program has. */
export const fonts = {
  sans: 'Archivo,Arial,Helvetica,sans-serif',
  serif: "Literata,Georgia,'Times New Roman',serif",
} as const;

/** The media condition of a dark screen. */
export const darkScreen = '(prefers-color-scheme:dark)';

/**
 * The style element: it changes the colours for a dark screen, and the padding of a narrow one. Everything else is
 * inline, for programs that drop it. `[data-ogsc]` and `[data-ogsb]` are what Outlook on the web writes in dark mode.
 */
export const mailStyles: string = (() => {
  const inks = Object.entries(mailInks).map(
    ([name, { dark }]) => ['ogsc', `.c-${name}`, `color:${dark}!important`] as const,
  );
  const grounds = Object.entries(mailGrounds).map(
    ([name, { dark }]) => ['ogsb', `.b-${name}`, `background-color:${dark}!important`] as const,
  );
  const rules = [...inks, ...grounds];
  const dark = rules.map(([, selector, style]) => `${selector}{${style}}`).join('');
  const outlook = rules
    .map(([mark, selector, style]) => `[data-${mark}] ${selector}{${style}}`)
    .join('');
  return [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    `@media ${darkScreen}{${dark}}`,
    outlook,
    '@media (max-width:480px){.sheet{padding:28px 22px 16px!important}.edge{padding:20px 10px!important}.code{font-size:32px!important;letter-spacing:6px!important}}',
  ].join('');
})();
