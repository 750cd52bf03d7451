import type { AdminFacts } from '@coachsite/adapters/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Notice } from '../../../design/index.ts';
import { AdminBlock } from '../parts/block.tsx';
import { useBlock } from '../parts/use-block.ts';
import { ClaimsPart } from './claims-part.tsx';
import { CompanyPart } from './company-part.tsx';
import { ContactPart } from './contact-part.tsx';
import { FactsHistory } from './history.tsx';
import { MissingList } from './missing.tsx';
import { PersonPart } from './person-part.tsx';
import { PortraitPart } from './portrait-part.tsx';
import { Preview } from './preview.tsx';
import { PricesPart } from './prices-part.tsx';
import { TestimonialsPart } from './testimonials-part.tsx';
import { TextsPart } from './texts-part.tsx';
import { useSiteFacts } from './use-site-facts.ts';

function FactsForm({ loaded }: { readonly loaded: AdminFacts }) {
  const { t } = useTranslation('site-facts');
  const [round, setRound] = useState(0);
  const facts = useSiteFacts(loaded, () => setRound((before) => before + 1));
  const [showsHistory, setShowsHistory] = useState(false);
  const { errors, isBusy, isChanged, hasConflict, save, reset, checked, adopt, saved } = facts;
  const restored = (version: AdminFacts) => {
    adopt(version);
    facts.sayOutcome(version, t('history.restored'));
  };
  return (
    <div className="stack gap-5">
      {saved.isPublished ? null : (
        <Notice
          tone="bad"
          title={t('unpublished.title')}
          actions={
            <Button small look="line" icon="refresh" onClick={() => void facts.recheck()}>
              {t('unpublished.again')}
            </Button>
          }
        >
          {t('unpublished.text')}
        </Notice>
      )}
      {saved.samples.length > 0 ? <Notice title={t('samples')} /> : null}
      <MissingList key={`missing-${round}`} facts={saved.facts} />
      <form
        className="stack gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <PersonPart {...facts} />
        <PortraitPart {...facts} />
        <PricesPart {...facts} />
        <ContactPart {...facts} />
        <TestimonialsPart {...facts} />
        <ClaimsPart {...facts} />
        <CompanyPart {...facts} />
        <TextsPart {...facts} />
        {hasConflict ? <Notice tone="bad" alert title={t('conflict')} /> : null}
        {Object.keys(errors).length > 0 ? <Notice tone="bad" alert title={t('invalid')} /> : null}
        <p className="row gap-3 fact-actions">
          <Button
            type="submit"
            icon="check"
            busy={isBusy}
            busyLabel={t('busy')}
            {...(isChanged ? {} : { look: 'line' })}
          >
            {t('save')}
          </Button>{' '}
          {isChanged ? (
            <Button look="line" onClick={reset}>
              {t('reset')}
            </Button>
          ) : null}
        </p>
      </form>
      <Preview check={checked} />
      <details
        className="adm-fold"
        onToggle={({ currentTarget }) => setShowsHistory(currentTarget.open)}
      >
        <summary className="h-4">{t('history.title')}</summary>
        {showsHistory ? <FactsHistory key={`history-${round}`} onRestored={restored} /> : null}
      </details>
    </div>
  );
}

/** The owner's facts: name, portrait, prices, contact, testimonials, claims and company, live once they are saved. */
export function SiteFactsBlock() {
  const { t } = useTranslation('site-facts');
  const block = useBlock<AdminFacts>('/api/admin/site');
  return (
    <AdminBlock id="facts" full title={t('title')} block={block}>
      {(loaded) => <FactsForm loaded={loaded} />}
    </AdminBlock>
  );
}
