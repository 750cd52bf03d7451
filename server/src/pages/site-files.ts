import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language } from '@coachsite/core/language';

/** Where `npm run build` leaves the pages. */
const distFolder = join(import.meta.dirname, '..', '..', '..', 'ui', 'dist');

/** One row of the table of pages, as far as the server needs it. */
export interface Page {
  readonly id: string;
  readonly indexable: boolean;
  readonly kind: 'document' | 'application';
  readonly dutchOnly: boolean;
  /** Day the content last changed, `YYYY-MM-DD`. */
  readonly changedOn: string;
}

/** One address of the site. */
export interface Address {
  readonly page: Page;
  readonly path: string;
  readonly value?: string;
}

/** What only the running server knows and every page carries. The pages' own module declares the same shape. */
export interface Facts {
  readonly origin: string;
  readonly bookingUrl: string;
  readonly analyticsId?: string | undefined;
  readonly ebook?: { readonly sizeBytes: number; readonly pages: number | null } | undefined;
  readonly signIn: {
    readonly email: boolean;
    readonly signUp: boolean;
    readonly providers: readonly string[];
    readonly sso: boolean;
  };
  readonly captcha?: {
    readonly provider: 'turnstile' | 'hcaptcha';
    readonly siteKey: string;
  };
}

/** A contact form sent back with its problems: what was typed, and kinds of problem per field or for the whole form. */
export interface ReturnedForm {
  readonly values: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly problem?: string;
}

/** The built module that writes pages. */
export interface Prerender {
  readonly addresses: readonly Address[];
  readonly notFound: Address;
  readonly render: (
    path: string,
    language: Language,
    facts: Facts,
    form?: ReturnedForm,
  ) => Promise<{ readonly head: string; readonly body: string }>;
  readonly describe: (
    address: Address,
    language: Language,
    facts: Facts,
  ) => Promise<{
    readonly title: string;
    readonly description: string;
    /** JSON-LD, safe inside a script element. */
    readonly structuredData: string;
  }>;
}

/** Addresses of the built files, and what is written into pages. */
export interface SiteManifest {
  readonly app: string;
  /** What keeps and ends a session, shared by documents and the app. */
  readonly session: string;
  readonly styles: string;
  readonly document: string;
  readonly font: string;
  /** Runs in the head of every page. */
  readonly startScript: string;
  /** What the document script adds to a document: its text is allowed by hash. */
  readonly speculationRules: string;
  /** What no page needs for its first frame: styles of what scripts or a pointer show, of paper and of high contrast. */
  readonly laterStyles: string;
  /** The rules each page needs from the start, by its id. */
  readonly stylesByPage: Readonly<Record<string, string>>;
}

/** A file served as it is, from memory. */
export interface Asset {
  readonly type: string;
  readonly etag: string;
  readonly identity: Buffer;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

/** The built site, whole in memory. Source: performance reference §3. */
export interface SiteFiles {
  readonly prerender: Prerender;
  readonly manifest: SiteManifest;
  /** By path, from `/assets/` on or at the root. */
  readonly assets: ReadonlyMap<string, Asset>;
  /** While developing: the last touch to each page, which is then written anew for every request. */
  readonly develop?: (html: string, path: string) => Promise<string>;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** Makes a file to serve from its bytes and, where the build left them, its compressed copies. */
function toAsset(path: string): Asset {
  const identity = readFileSync(path);
  const copy = (suffix: string) =>
    existsSync(path + suffix) ? readFileSync(path + suffix) : undefined;
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    identity,
    br: copy('.br'),
    gzip: copy('.gz'),
  };
}

function readAssets(folder: string, at: string): readonly (readonly [string, Asset])[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && types[extname(entry.name)])
    .map((entry) => [`${at}${entry.name}`, toAsset(join(folder, entry.name))] as const);
}

/** Reads the built site into memory. Throws when there is none: `npm start` builds it first. */
export async function openSiteFiles(): Promise<SiteFiles> {
  const manifestPath = join(distFolder, 'site.json');
  if (!existsSync(manifestPath)) throw new Error('The pages are not built: run npm run build');
  const module = pathToFileURL(join(distFolder, 'server', 'prerender.js')).href;
  return {
    prerender: (await import(module)) as Prerender,
    manifest: JSON.parse(readFileSync(manifestPath, 'utf8')) as SiteManifest,
    assets: new Map([
      ...readAssets(join(distFolder, 'client', 'assets'), '/assets/'),
      ...readAssets(join(distFolder, 'styles', 'assets'), '/assets/'),
      ...readAssets(join(distFolder, 'document', 'assets'), '/assets/'),
      ...readAssets(join(distFolder, 'icons'), '/'),
      ...readAssets(join(distFolder, 'social'), '/social/'),
      ...readAssets(join(distFolder, 'media'), '/media/'),
    ]),
  };
}
