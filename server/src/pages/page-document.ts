import { createHash } from 'node:crypto';
import {
  type PageData,
  type PageLocation,
  type RejectedForm,
  type RuntimeConfig,
  type SiteManifest,
  shownPolicyVersion,
  themeColours,
} from '@coachsite/adapters/contract';
import { type Language, languageUrl } from '@coachsite/core/language';

/** The scheme of colours that a device prefers. */
export type ColourScheme = 'light' | 'dark';

/** The parts of a page. */
export interface PageParts {
  readonly location: PageLocation;
  readonly language: Language;
  readonly config: RuntimeConfig;
  readonly form?: RejectedForm | undefined;
  /** Digest of the facts that the app lays over its own. */
  readonly facts?: string | undefined;
  /** Shown in a frame of the admin area, with what is not published. */
  readonly isPreview?: boolean;
  readonly scheme?: ColourScheme | undefined;
  readonly head: string;
  readonly body: string;
  readonly structuredData: string;
}

/** A page as it is sent, and the content security policy for exactly its inline elements. */
export interface PageDocument {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** JSON that is safe inside a script element. */
const embed = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const analyticsHosts = 'https://*.google-analytics.com https://*.analytics.google.com';
const tagHost = 'https://www.googletagmanager.com';

const captchaHosts = {
  turnstile: 'https://challenges.cloudflare.com',
  hcaptcha: 'https://hcaptcha.com https://*.hcaptcha.com',
} as const;

/**
 * The content security policy of a page: its own origin, and its inline scripts and styles by hash. Other hosts only
 * for configured services; those of the captcha only on sign-in pages. Source: docs/security.md#HD-1.
 */
function policy(
  { location, config, isPreview }: PageParts,
  scripts: readonly string[],
  styles: readonly string[],
): string {
  const analytics = config.analyticsId !== undefined;
  const asksCaptcha = config.captcha && location.path.startsWith('/auth');
  const captcha = asksCaptcha && config.captcha ? [captchaHosts[config.captcha.provider]] : [];
  const directives = [
    ['default-src', "'self'"],
    ['script-src', "'self'", ...scripts.map(hashOf), ...(analytics ? [tagHost] : []), ...captcha],
    ['style-src', "'self'", ...styles.map(hashOf), ...captcha],
    ['img-src', "'self'", 'data:', ...(analytics ? [tagHost, analyticsHosts] : [])],
    ...(analytics || captcha.length > 0
      ? [['connect-src', "'self'", ...(analytics ? [tagHost, analyticsHosts] : []), ...captcha]]
      : []),
    // Without it, frames may only show this origin, whose pages cannot be framed.
    ...(captcha.length > 0 ? [['frame-src', ...captcha]] : []),
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['frame-ancestors', isPreview ? "'self'" : "'none'"],
  ];
  return directives.map((parts) => parts.join(' ')).join('; ');
}

/** The focal point of the portrait, where there is one: styles of single elements are not allowed. */
function focusRule({ site }: RuntimeConfig): string {
  const { file, focalPoint } = site.coach.portrait;
  return file && focalPoint ? `:root{--focal:${focalPoint.x}% ${focalPoint.y}%}` : '';
}

/** What the whole sheet says of pictures; only an article that has one carries it. */
const pictureStyles =
  '@layer base{figure{margin:0}}@layer pages{.shot{max-width:min(100%,40rem);height:auto;max-height:80svh;object-fit:contain;object-position:left}}';

const pictureRule = (body: string) => (body.includes('class="shot"') ? pictureStyles : '');

/** Styles as a device of one scheme applies them, on any device. */
function inScheme(styles: string, scheme: ColourScheme | undefined): string {
  if (!scheme) return styles;
  return styles
    .replaceAll(/\(prefers-color-scheme:\s*(dark|light)\)/g, (_, asked: string) =>
      asked === scheme ? '(min-width:0)' : '(max-width:0)',
    )
    .replaceAll(/color-scheme:\s*light dark/g, `color-scheme:${scheme}`);
}

/** Assembles a page. The root element is the first div with an id. Source: docs/contract.md#5. */
export function pageDocument(parts: PageParts, manifest: SiteManifest): PageDocument {
  const { location, language, config, form, facts, head, body, structuredData } = parts;
  const { page } = location;
  const { site: _site, ...embedded } = config;
  const { enterpriseNumber, vatNumber, bankAccount } = config.site.company;
  const data: PageData = { config: embedded, ...(facts && { facts }), form };
  const rules = (manifest.stylesByPage[page.id] ?? '') + focusRule(config) + pictureRule(body);
  const styles = inScheme(rules, parts.scheme);
  const policyVersion = shownPolicyVersion(
    manifest.policyVersion,
    config.analyticsId !== undefined,
  );
  const start = page.kind === 'application' ? ' data-start="load"' : '';
  const html = [
    `<!doctype html><html lang="${language}" data-document="${manifest.document}" data-app="${manifest.app}" data-session="${manifest.session}" data-styles="${manifest.styles}" data-policy="${policyVersion}"${start}>`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    // An enterprise number looks like a telephone number; the real one is a link.
    enterpriseNumber || vatNumber || bankAccount
      ? '<meta name="format-detection" content="telephone=no">'
      : '',
    head,
    `<style>${styles}</style>`,
    `<script>${manifest.startScript}</script>`,
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${themeColours.chalk}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${themeColours.night}">`,
    '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    page.id.startsWith('blog')
      ? `<link rel="alternate" type="application/atom+xml" href="${languageUrl('/feed.xml', language)}">`
      : '',
    page.indexable ? `<script type="application/ld+json">${structuredData}</script>` : '',
    `</head><body${parts.isPreview ? ' inert' : ''}><div id="root">${body}</div>`,
    `<script type="application/json" id="page-data">${embed(data)}</script>`,
    '</body></html>',
  ].join('');
  // The document script adds the speculation rules.
  const scripts = [
    manifest.startScript,
    ...(page.kind === 'document' ? [manifest.speculationRules] : []),
  ];
  return { html, contentSecurityPolicy: policy(parts, scripts, styles ? [styles] : []) };
}
