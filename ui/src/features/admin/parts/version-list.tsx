import { useTranslation } from 'react-i18next';
import { Button, Tag } from '../../../design/index.ts';

/** A kept version as a row says it. */
interface Row<Id> {
  readonly id: Id;
  readonly active: boolean;
  readonly name: string;
  readonly note: string;
  /** The name of the button that restores it, for those who hear it alone. */
  readonly label: string;
}

/** Kept versions, newest first; each but the active one can be restored. */
export function VersionList<Id extends string | number>({
  rows,
  isNumbered = false,
  busyId,
  onRestore,
}: {
  readonly rows: readonly Row<Id>[];
  readonly isNumbered?: boolean;
  readonly busyId: Id | undefined;
  onRestore(id: Id): void;
}) {
  const { t } = useTranslation(['admin', 'common']);
  return (
    <ol className="kv">
      {rows.map(({ id, active, name, note, label }, index) => (
        <li key={id}>
          {isNumbered ? (
            <span className="figure-num place" aria-hidden="true">
              {rows.length - index}
            </span>
          ) : null}
          <div>
            <b>{name}</b> <span className="note num">{note}</span>
          </div>
          {active ? (
            <Tag look="ok" icon="check">
              {t('ebook.active')}
            </Tag>
          ) : (
            <Button
              small
              look="line"
              icon="undo"
              busy={busyId === id}
              busyLabel={t('common:loading.busy')}
              aria-label={label}
              onClick={() => onRestore(id)}
            >
              {t('versions.restore')}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}
