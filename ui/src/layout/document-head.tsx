import type { PageLocation } from '@coachsite/adapters/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRuntimeConfig } from '../site/runtime-config.ts';
import { pageHead, socialMeta } from './page-meta.ts';

/**
 * Title, description and links of the current page; React moves these elements to the head. The social card is for
 * services that read the response of the server; the app only takes it away when another page is shown.
 */
export function DocumentHead({ location }: { readonly location: PageLocation }) {
  const { i18n } = useTranslation('common');
  const config = useRuntimeConfig();
  const { title, meta, links } = pageHead(i18n, config, location);
  const social = import.meta.env.SSR ? socialMeta(i18n, config, location) : [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: it cleans up after the page of this path and language.
  useEffect(
    () => () => {
      for (const one of document.head.querySelectorAll('meta[property]')) one.remove();
    },
    [location.path, i18n.language],
  );
  return (
    <>
      <title>{title}</title>
      {[...meta, ...social].map((attributes) => (
        <meta key={attributes.name ?? attributes.property} {...attributes} />
      ))}
      {links.map((attributes) => (
        <link key={attributes.hrefLang ?? attributes.rel} {...attributes} />
      ))}
    </>
  );
}
