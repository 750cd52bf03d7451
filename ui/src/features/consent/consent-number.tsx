import { useTranslation } from 'react-i18next';
import { classes } from '../../design/index.ts';

/**
 * The number of the visitor's choice, for reference. The document script writes it, also before the app starts, so
 * React leaves the text alone; shown by `html.consent-given`. `document/privacy-signal.ts` writes into the line too.
 * Source: docs/law-and-search.md#D10.
 */
export function ConsentNumber({ className }: { readonly className?: string }) {
  const { t } = useTranslation('consent');
  return (
    <p className={classes('note', 'consent-number', className)} suppressHydrationWarning>
      {`${t('id')} `}
      <span className="num" data-consent-id suppressHydrationWarning>
        –
      </span>
    </p>
  );
}
