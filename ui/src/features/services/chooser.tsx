import { coachingSlugs } from '@coachsite/core/catalogue';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../design/index.ts';
import { usePrices } from '../../i18n/prices.ts';
import { Picks } from './picks.tsx';

/**
 * What visitors say, each with the service that fits: every row leads to its service, the last one to the free call,
 * whose link is `call`.
 */
export function Chooser({ call }: { readonly call: ComponentProps<'a'> }) {
  const { t } = useTranslation(['services', 'offers']);
  const priceOf = usePrices();
  const services = coachingSlugs.map((slug) => ({
    line: t(`items.${slug}.say`),
    name: t(`offers:services.${slug}.name`),
    note: [t(`items.${slug}.sayFact`), priceOf(slug)?.amount].filter(Boolean).join(' · '),
    link: { href: `/coaching/${slug}` },
  }));
  const doubt = {
    line: t('compare.doubt'),
    name: t('compare.call'),
    note: t('compare.callFact'),
    link: call,
  };
  return (
    <Panel ground="pine" big>
      <h2 className="h-3 mb-4" id="compare">
        {t('compare.title')}
      </h2>
      <Picks rows={[...services, doubt]} />
    </Panel>
  );
}
