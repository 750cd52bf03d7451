import { useTranslation } from 'react-i18next';
import { AdminBlock } from '../parts/block.tsx';
import { ready } from '../parts/use-block.ts';
import { PersonTool } from './person-tool.tsx';

/** Requests of people about their data. Source: docs/law-and-search.md#D32, docs/law-and-search.md#D50. */
export function PeopleBlock({ onErased }: { onErased(): void }) {
  const { t } = useTranslation('admin');
  return (
    <AdminBlock id="people" full title={t('inbox.person.title')} block={ready}>
      {() => <PersonTool onErased={onErased} />}
    </AdminBlock>
  );
}
