import type {
  EbookStatistics,
  EbookVersions,
  Interests,
  Overview,
} from '@coachsite/adapters/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  AddressesBlock,
  AdminNav,
  ArticlesBlock,
  Attention,
  BackupBlock,
  ConsentBlock,
  DownloadsBlock,
  EbookBlock,
  ErrorsBlock,
  GuideTextBlock,
  InboxBlock,
  LogBlock,
  MailsBlock,
  NotifyMeBlock,
  PauseBlock,
  PeopleBlock,
  SiteFactsBlock,
  useBlock,
  VersionsBlock,
} from '../features/admin/index.ts';
import { useVisitor } from '../session/visitor.ts';

/** In the order of a working day: what waits, what the site offers, how it goes, and what is rarely needed. */
const parts = [
  'inbox',
  'notify',
  'ebook',
  'downloads',
  'mails',
  'people',
  'articles',
  'facts',
  'settings',
  'addresses',
  'records',
] as const;

/**
 * The admin area, below the title, which the guard shows: what needs attention in one line, then messages, waiting list,
 * guide, figures, mails, people and settings; the logs and proofs are folded. Source: docs/rules.md#1, docs/rules.md#6.
 */
export function AdminPage() {
  const { t } = useTranslation('admin');
  const versions = useBlock<EbookVersions>('/api/admin/ebook/versions');
  const statistics = useBlock<EbookStatistics>('/api/admin/ebook/stats');
  const overview = useBlock<Overview>('/api/admin/overview');
  const interests = useBlock<Interests>('/api/admin/notify');
  const file = versions.data?.find(({ active }) => active);
  const { user } = useVisitor();
  // Each erasure reloads the lists, which may have contained the person.
  const [erasures, setErasures] = useState(0);
  const [showsRecords, setShowsRecords] = useState(false);
  const afterErasure = () => {
    setErasures((count) => count + 1);
    interests.reload();
    overview.reload();
  };
  return (
    <div className="ground g-page pb-9">
      <div className="wrap">
        <Attention overview={overview} interests={interests} />
        <AdminNav
          parts={parts}
          labelOf={(id) => t(`nav.${id}`)}
          onFollow={(id) => {
            if (id === 'records') setShowsRecords(true);
          }}
        />
        <div className="adm">
          <InboxBlock key={`inbox-${erasures}`} onChanged={overview.reload} />
          <NotifyMeBlock block={interests} />
          <div className="adm-group">
            <EbookBlock block={versions} onChanged={versions.reload} />
            <VersionsBlock block={versions} onChanged={versions.reload} />
            {file ? <GuideTextBlock key={file.id} /> : null}
          </div>
          <DownloadsBlock block={statistics} versions={versions} />
          <MailsBlock key={`mails-${erasures}`} />
          <PeopleBlock onErased={afterErasure} />
          <ArticlesBlock />
          <SiteFactsBlock />
          <div id="settings" className="full adm-group pair">
            <PauseBlock onChanged={overview.reload} />
            <BackupBlock block={overview} />
          </div>
          <AddressesBlock />
          <details
            id="records"
            className="full adm-fold"
            open={showsRecords}
            onToggle={({ currentTarget }) => setShowsRecords(currentTarget.open)}
          >
            <summary className="h-3">{t('records.title')}</summary>
            <p className="small mw-44">{t('records.text')}</p>
            {/* Loaded only when opened: each call of an admin adds a row to the log. */}
            {showsRecords ? (
              <div className="adm-group">
                <LogBlock key={`log-${erasures}`} self={user.id} />
                <ErrorsBlock key={`errors-${erasures}`} />
                <ConsentBlock />
              </div>
            ) : null}
          </details>
        </div>
      </div>
    </div>
  );
}
