import type { PageLocation } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { useRuntimeConfig } from '../site/runtime-config.ts';
import { pageHead } from './page-meta.ts';

/** Title, description, links and social card of the current page; React moves these elements to the head. */
export function DocumentHead({ location }: { readonly location: PageLocation }) {
  const { i18n } = useTranslation('common');
  const { title, meta, links } = pageHead(i18n, useRuntimeConfig(), location);
  return (
    <>
      <title>{title}</title>
      {meta.map((attributes) => (
        <meta key={attributes.name ?? attributes.property} {...attributes} />
      ))}
      {links.map((attributes) => (
        <link key={attributes.hrefLang ?? attributes.rel} {...attributes} />
      ))}
    </>
  );
}
