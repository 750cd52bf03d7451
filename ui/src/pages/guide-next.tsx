import { useTranslation } from 'react-i18next';
import { Panel, TextLink } from '../design/index.ts';
import { BookingLink } from '../features/call-to-action/index.ts';

/** What to do once the guide is on its way: the free call, the service that fits, or a program. */
export function GuideNext() {
  const { t } = useTranslation(['offers', 'common']);
  return (
    <Panel ground="pine" className="stack gap-3" role="group" aria-labelledby="guide-next">
      <h2 className="h-3" id="guide-next">
        {t('guide.next.title')}
      </h2>
      <p className="small">{t('guide.next.text')}</p>
      <p className="row gap-x-wide">
        <BookingLink small>{t('common:action.book')}</BookingLink>{' '}
        <TextLink href="/services#compare" icon="arrow">
          {t('guide.next.choose')}
        </TextLink>{' '}
        <TextLink href="/shop" icon="arrow">
          {t('guide.next.shop')}
        </TextLink>
      </p>
    </Panel>
  );
}
