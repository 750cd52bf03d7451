import type { EbookStatistics, EbookVersions } from '@coachsite/adapters/contract';
import { defaultZone } from '@coachsite/core/defaults';
import { calendarDay } from '@coachsite/core/kernel';
import { useTranslation } from 'react-i18next';
import { Ruler, Tiles } from '../../../design/index.ts';
import { longDate } from '../../../i18n/format.ts';
import { AdminBlock } from '../parts/block.tsx';
import { CsvLink, RefreshButton } from '../parts/block-actions.tsx';
import { useNow, useTimes } from '../parts/times.ts';
import type { Block } from '../parts/use-block.ts';
import { DownloadChart } from './download-chart.tsx';

const path = '/api/admin/ebook/stats';
const counted = ['total', 'today', 'thisWeek', 'thisMonth'] as const;

/**
 * Downloads: total, today, this week, this month, and the last thirty days. Source: docs/rules.md#3, docs/rules.md#6.
 */
export function DownloadsBlock({
  block,
  versions,
}: {
  readonly block: Block<EbookStatistics>;
  readonly versions: Block<EbookVersions>;
}) {
  const { t } = useTranslation('admin');
  const { number } = useTimes(useNow());
  return (
    <AdminBlock
      id="downloads"
      title={t('downloads.title')}
      rows={5}
      block={block}
      failed={t('downloads.failed')}
      aside={
        <p className="row gap-2">
          <CsvLink block="downloads" href={`${path}?format=csv`}>
            {t('downloads.csv')}
          </CsvLink>
          <RefreshButton block="downloads" onPress={block.reload}>
            {t('downloads.refresh')}
          </RefreshButton>
        </p>
      }
    >
      {(statistics) => (
        <>
          <Tiles
            tiles={counted.map((id) => ({
              id,
              label: t(`downloads.${id}`),
              value: number(statistics[id]),
            }))}
          />
          {statistics.total === 0 ? (
            <div className="stack gap-4">
              <Ruler
                n={statistics.days.length}
                lit={0}
                height={40}
                label={t('downloads.chart', { sum: 0, max: 0 })}
              />
              <p>{t('downloads.none')}</p>
            </div>
          ) : (
            <PerDay days={statistics.days} replacements={versions.data ?? []} />
          )}
          {statistics.excluded > 0 ? (
            <p className="note">
              {t('downloads.excluded', {
                count: statistics.excluded,
                number: number(statistics.excluded),
              })}
            </p>
          ) : null}
        </>
      )}
    </AdminBlock>
  );
}

/** The chart, and the same data as a table. */
function PerDay({
  days,
  replacements,
}: {
  readonly days: EbookStatistics['days'];
  readonly replacements: EbookVersions;
}) {
  const { t, i18n } = useTranslation('admin');
  const counts = days.map(({ downloads }) => downloads);
  const sum = counts.reduce((total, count) => total + count, 0);
  const replacedOn = new Set(
    replacements.map(({ uploadedAt }) => calendarDay(defaultZone, Date.parse(uploadedAt))),
  );
  return (
    <div className="stack gap-3">
      <h3 className="label">{t('downloads.perDay')}</h3>
      <DownloadChart
        days={days}
        replacedOn={replacedOn}
        label={t('downloads.chart', { sum, max: Math.max(0, ...counts) })}
      />
      {days.some(({ date }) => replacedOn.has(date)) ? (
        <p className="note">
          <span aria-hidden="true">▲ </span>
          {t('downloads.replacedKey')}
        </p>
      ) : null}
      <details>
        <summary className="link">{t('downloads.table')}</summary>
        <table className="tbl num">
          <caption className="sr">{t('downloads.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('downloads.day')}</th>
              <th scope="col" className="whole">
                {t('downloads.count')}
              </th>
            </tr>
          </thead>
          <tbody>
            {[...days].reverse().map(({ date, downloads }) => (
              <tr key={date}>
                <td>
                  {longDate(date, i18n.language)}
                  {replacedOn.has(date) ? `, ${t('downloads.replaced')}` : null}
                </td>
                <td>{downloads}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
