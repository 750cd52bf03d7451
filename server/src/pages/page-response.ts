import type {
  EbookSummary,
  GuidePage,
  PageLocation,
  RejectedForm,
  RuntimeConfig,
} from '@coachsite/adapters/contract';
import type { EpochMs } from '@coachsite/core/kernel';
import type { Language } from '@coachsite/core/language';
import { type CachedResponse, makeCachedResponse } from '../http/cached-response.ts';
import { type ColourScheme, pageDocument } from './page-document.ts';
import type { PageVersion } from './page-versions.ts';
import type { SiteFiles } from './site-files.ts';

/** Which page to render, and what it shows. */
export interface PageRequest {
  readonly location: PageLocation;
  /** With the part of the query that changes what is rendered. */
  readonly path: string;
  readonly language: Language;
  readonly ebook: EbookSummary | undefined;
  /** What the app would find out later, and move the page for. */
  readonly foreseen?: Pick<RuntimeConfig, 'leadsOn' | 'isSetUp'>;
  readonly form?: RejectedForm;
  /** The text of the guide, for its page. */
  readonly guide?: GuidePage | undefined;
  readonly version: PageVersion;
  readonly isPreview?: boolean;
  /** Of a preview: the colour scheme in which it is shown. */
  readonly scheme?: ColourScheme | undefined;
}

/** Renders a page with its headers. `now` is shown by timed pages only. */
export async function pageResponse(
  { prerender, manifest, develop }: SiteFiles,
  now: EpochMs,
  request: PageRequest,
): Promise<CachedResponse> {
  const { location, path, language, ebook, form, guide, version, isPreview = false } = request;
  const runtime = {
    ...version.runtime,
    ...request.foreseen,
    ebook,
    ...(location.page.isTimed && { now }),
    ...(location.value === 'gone' && { isGone: true as const }),
  };
  const [rendered, { structuredData }] = await Promise.all([
    prerender.render(path, language, runtime, form, guide),
    prerender.describe(location, language, runtime),
  ]);
  const parts = { location, language, config: runtime, form, structuredData, ...rendered };
  const page = pageDocument(
    { ...parts, facts: version.digest, isPreview, scheme: request.scheme },
    manifest,
  );
  const isKept = form === undefined && path === location.path && !isPreview;
  const ownFrame = develop ? "frame-ancestors 'none'" : page.contentSecurityPolicy;
  return makeCachedResponse(
    develop ? await develop(page.html, path) : page.html,
    {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': isPreview ? page.contentSecurityPolicy : ownFrame,
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': form || isPreview ? 'no-store' : 'private, no-cache',
      vary: 'Cookie, Accept-Encoding',
      ...(location.page.indexable && !isPreview ? {} : { 'x-robots-tag': 'noindex' }),
    },
    isKept,
  );
}
