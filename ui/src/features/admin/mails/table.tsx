import type { UnsentMails } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { Button, Tag } from '../../../design/index.ts';
import { useNow, useTimes } from '../parts/times.ts';

type Mail = UnsentMails['mails'][number];

/** The mails as a table, and as cards on small screens. */
export function MailTable({
  mails,
  paused,
  busyIds,
  onRetry,
}: {
  readonly mails: readonly Mail[];
  /** Whether the mail server takes no mail at the moment. */
  readonly paused: boolean;
  readonly busyIds: readonly string[] | undefined;
  onRetry(id: string): void;
}) {
  const { t } = useTranslation(['admin', 'common']);
  const { moment } = useTimes(useNow());
  return (
    <table className="tbl cards">
      <caption className="sr">{t('mails.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('mails.mail')}</th>
          <th scope="col">{t('mails.why')}</th>
          <th scope="col">{t('mails.when')}</th>
          <th scope="col">
            <span className="sr">{t('mails.act')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <tr key={mail.id}>
            <td className="full anywhere">
              <b className="block">{mail.subject}</b>{' '}
              {mail.to === null ? null : (
                <span className="note">{t('mails.to', { address: mail.to })}</span>
              )}
            </td>
            <td className="full">
              <Reason mail={mail} paused={paused} />
            </td>
            <td className="num note">{moment(mail.enqueuedAt)}</td>
            <td className="right whole">
              {mail.canRetry ? (
                <Button
                  small
                  look="line"
                  icon="mail"
                  busy={busyIds?.includes(mail.id) ?? false}
                  busyLabel={t('common:loading.busy')}
                  disabled={busyIds !== undefined}
                  onClick={() => onRetry(mail.id)}
                >
                  <span>
                    {t(mail.state === 'failed' ? 'mails.retry' : 'mails.retryNow')}
                    <span className="sr">{t('mails.of', { subject: mail.subject })}</span>
                  </span>
                </Button>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Why the mail has not left, in words, with the codes of the server for its operator. */
function Reason({ mail, paused }: { readonly mail: Mail; readonly paused: boolean }) {
  const { t } = useTranslation('admin');
  const { moment } = useTimes(useNow());
  const { state, problem, codes, failures, canRetry, nextTryAt } = mail;
  const notes = [
    ...(failures > 0 ? [t('mails.tries', { count: failures })] : []),
    ...(problem !== null && nextTryAt !== null
      ? [t('mails.next', { time: moment(nextTryAt) })]
      : []),
    ...(codes === '' ? [] : [codes]),
  ];
  const untried = t(paused ? 'mails.paused' : 'mails.soon');
  return (
    <div className="stack gap-2">
      <span>
        <Tag look={state === 'failed' ? 'bad' : 'edge'}>{t(`mails.state.${state}`)}</Tag>
      </span>{' '}
      <span className="small">
        {problem === null ? untried : t(`mails.problems.${problem}`)}
        {canRetry ? null : ` ${t('mails.gone')}`}
      </span>{' '}
      {notes.length > 0 ? <span className="note num">{notes.join(' · ')}</span> : null}
    </div>
  );
}
