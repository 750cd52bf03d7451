import type { ClientErrors } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../design/index.ts';
import { AdminBlock } from '../parts/block.tsx';
import { RefreshButton } from '../parts/block-actions.tsx';
import { Paging } from '../parts/paging.tsx';
import { SearchForm } from '../parts/search-form.tsx';
import { useNow, useTimes } from '../parts/times.ts';
import { errorsPageSize, useClientErrors } from './use-client-errors.ts';

/** The errors that browsers reported, grouped, newest first. Source: docs/rules.md#7. */
export function ErrorsBlock() {
  const { t } = useTranslation('admin');
  const { block, search, offset, goTo, find } = useClientErrors();
  return (
    <AdminBlock
      id="errors"
      full
      title={t('errors.title')}
      rows={3}
      block={block}
      aside={
        <RefreshButton block="errors" onPress={block.reload}>
          {t('errors.refresh')}
        </RefreshButton>
      }
    >
      {({ errors, total, reports }) => (
        <>
          {total > 0 || search !== '' ? (
            <SearchForm
              id="errors-words"
              label={t('errors.search')}
              words={t('errors.words')}
              onFind={find}
            />
          ) : null}
          {errors.length > 0 ? (
            <>
              <p className="small num" role="status">
                {t('errors.count', { count: total })}, {t('errors.reports', { count: reports })}
              </p>
              <ErrorTable errors={errors} />
              <Paging
                offset={offset}
                shown={errors.length}
                total={total}
                pageSize={errorsPageSize}
                onGoTo={goTo}
              />
              <p className="note">{t('errors.note')}</p>
            </>
          ) : search === '' ? (
            <Notice tone="info" icon="check" title={t('errors.empty')}>
              {t('errors.emptyText')}
            </Notice>
          ) : (
            <Notice tone="info" icon="search" status title={t('errors.none', { words: search })} />
          )}
        </>
      )}
    </AdminBlock>
  );
}

function ErrorTable({ errors }: Pick<ClientErrors, 'errors'>) {
  const { t } = useTranslation('admin');
  const { moment, number } = useTimes(useNow());
  return (
    <table className="tbl cards tops">
      <caption className="sr">{t('errors.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('errors.what')}</th>
          <th scope="col">{t('errors.times')}</th>
          <th scope="col">{t('errors.last')}</th>
        </tr>
      </thead>
      <tbody>
        {errors.map((error) => (
          <tr key={error.id}>
            <td className="full anywhere">
              <div className="stack gap-2">
                <b>{error.message || t('errors.noMessage')}</b>{' '}
                <span className="note">{error.urls.filter(Boolean).join(', ')}</span>
                <ErrorDetails error={error} />
              </div>
            </td>
            <td className="small num whole">{number(error.count)} ×</td>
            <td className="small num">{moment(error.lastAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a developer needs to find the error. */
function ErrorDetails({ error }: { readonly error: ClientErrors['errors'][number] }) {
  const { t } = useTranslation('admin');
  const { moment } = useTimes(useNow());
  const { message, count, firstAt, userAgent, stack, componentStack } = error;
  return (
    <details>
      <summary className="link small">
        {t('errors.details')}
        <span className="sr">{t('errors.of', { message: message || t('errors.noMessage') })}</span>
      </summary>
      <div className="stack gap-3 mt-3 small">
        {count > 1 ? <p>{t('errors.first', { time: moment(firstAt) })}</p> : null}
        {userAgent ? <p>{t('errors.browser', { browser: userAgent })}</p> : null}
        {[stack, componentStack].filter(Boolean).map((trace) => (
          <pre key={trace} className="trace" lang="en" dir="ltr">
            {trace}
          </pre>
        ))}
      </div>
    </details>
  );
}
