import { clientActions, isSecurityEventKind, serverActions } from '@coachsite/core/security-log';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Field, Notice, Tag } from '../../../design/index.ts';
import { AdminBlock } from '../parts/block.tsx';
import { RefreshButton } from '../parts/block-actions.tsx';
import { useNow, useTimes } from '../parts/times.ts';
import { type CondensedEvent, condensedEvents, type Event } from './condensed-events.ts';
import { useEvents } from './use-events.ts';

/**
 * The security event log: newest first, by type, page by page. `self` is the id of the admin who reads it. Source:
 * docs/rules.md#3, docs/rules.md#6.
 */
export function LogBlock({ self }: { readonly self: string }) {
  const { t } = useTranslation(['admin', 'common']);
  const [type, setType] = useState('');
  const { block, more, next, isBusy, showOlder } = useEvents(type);
  return (
    <AdminBlock
      id="log"
      full
      title={t('log.title')}
      rows={6}
      block={block}
      aside={
        <p className="row gap-3">
          <span className="small">{t('log.order')}</span>
          <RefreshButton block="log" onPress={block.reload}>
            {t('log.refresh')}
          </RefreshButton>
        </p>
      }
    >
      {(page) => {
        const events = [...page.events, ...more];
        const rows = condensedEvents(events, self);
        return (
          <>
            <div className="mw-22">
              <Field id="log-type" label={t('log.filter')}>
                <select
                  id="log-type"
                  className="input"
                  value={type}
                  onChange={({ currentTarget }) => setType(currentTarget.value)}
                >
                  <option value="">{t('log.all')}</option>
                  <optgroup label={t('log.byBrowser')}>
                    {clientActions.map((action) => (
                      <option key={action} value={action}>
                        {t(`log.events.${action}`)}
                      </option>
                    ))}
                  </optgroup>
                  <optgroup label={t('log.byServer')}>
                    {serverActions.map((action) => (
                      <option key={action} value={action}>
                        {t(`log.events.${action}`)}
                      </option>
                    ))}
                  </optgroup>
                </select>
              </Field>
            </div>
            {rows.length > 0 ? (
              <EventTable rows={rows} />
            ) : (
              <Notice tone="info" icon="shield" title={t('log.empty')} />
            )}
            <p className="row between">
              <span className="small num" role="status">
                {t('log.count', { count: events.length })}
                {rows.length < events.length ? ` ${t('log.rows', { count: rows.length })}` : null}
              </span>{' '}
              <Button
                small
                look="line"
                aria-disabled={next === null}
                busy={isBusy}
                busyLabel={t('common:loading.busy')}
                onClick={showOlder}
              >
                {t('log.older')}
              </Button>
            </p>
          </>
        );
      }}
    </AdminBlock>
  );
}

/** Shortens ids and hashes to their beginning, like the account in its column. */
const brief = (value: unknown) => String(value).replace(/\b([\da-f]{8})[\da-f-]{24,}\b/g, '$1');

/** The details that have no column, in one line. A browser may send details that have no name here. */
function detailsOf({ details }: Event, names: Readonly<Record<string, string>>): string {
  const known = ['severity', 'timestamp', 'user_agent', 'url'];
  return Object.entries(details)
    .filter(([key, value]) => !known.includes(key) && typeof value !== 'object')
    .map(([key, value]) => `${Object.hasOwn(names, key) ? names[key] : key}: ${brief(value)}`)
    .join(', ')
    .slice(0, 200);
}

function EventTable({ rows }: { readonly rows: readonly CondensedEvent[] }) {
  const { t } = useTranslation('admin');
  const { moment } = useTimes(useNow());
  const names = t('log.keys', { returnObjects: true });
  const looks = { low: undefined, medium: 'edge', high: 'bad' } as const;
  return (
    <table className="tbl cards log">
      <caption className="sr">{t('log.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('log.when')}</th>
          <th scope="col">{t('log.event')}</th>
          <th scope="col">{t('log.severity')}</th>
          <th scope="col">{t('log.who')}</th>
          <th scope="col">{t('log.details')}</th>
          <th scope="col">{t('log.source')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((event) => (
          <tr key={event.id}>
            <td className="small num">{moment(event.at)}</td>
            <td>
              {isSecurityEventKind(event.type) ? (
                <b title={event.type}>
                  {t(`log.events.${event.type}`)}
                  {event.times > 1 ? <span className="num"> {event.times} ×</span> : null}
                </b>
              ) : (
                <span className="note">{event.type}</span>
              )}
            </td>
            <td>
              <Tag
                look={looks[event.severity]}
                icon={event.severity === 'high' ? 'alert' : undefined}
              >
                {t(`log.severities.${event.severity}`)}
              </Tag>
            </td>
            <td className="full small anywhere num">
              {event.user ?? event.userId?.slice(0, 8) ?? t('log.nobody')}, {event.ip}
            </td>
            <td className="full small anywhere">{detailsOf(event, names)}</td>
            <td className="small">{t(`log.sources.${event.source}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
