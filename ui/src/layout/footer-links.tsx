import { useTranslation } from 'react-i18next';

/** The pages that the footers lead to, by their paths without the slash. */
const groups = {
  coaching: ['services', 'shop', 'guide', 'testimonials'],
  read: ['about', 'blog', 'faq', 'contact'],
  legal: ['privacy', 'cookies', 'terms', 'accessibility'],
} as const;

/** The links of one group, as items of a list. */
export function FooterLinks({ group }: { readonly group: keyof typeof groups }) {
  const { t } = useTranslation('layout');
  return groups[group].map((id) => (
    <li key={id}>
      <a href={`/${id}`}>{t(`footer.${id}`)}</a>
    </li>
  ));
}
