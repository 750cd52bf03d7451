import { defaultZone } from '@coachsite/core/defaults';
import { calendarDay } from '@coachsite/core/kernel';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ConfirmDialog, Input } from '../../../design/index.ts';
import { asDraft, frontValue, isDraft, withFront } from './front-matter.ts';
import type { useArticle } from './use-article.ts';

/** Save, publish or plan, withdraw, and give the file back or remove. */
export function ArticleActions({
  article,
  onRemoved,
}: {
  readonly article: ReturnType<typeof useArticle>;
  onRemoved(): void;
}) {
  const { t } = useTranslation('admin', { keyPrefix: 'articles' });
  const asks = useRef<HTMLDialogElement>(null);
  const { saved, markdown, setMarkdown, isBusy, isChanged, save } = article;
  const isUnpublished = isDraft(markdown);
  const date = frontValue(markdown, 'date') ?? '';
  const isLater = date > calendarDay(defaultZone, Date.now());
  const publish = isLater ? 'plan' : 'publish';
  const isOver = saved.version > 0 && saved.state !== 'file';
  return (
    <>
      <Input
        id="article-date"
        className="article-date"
        type="date"
        label={t('date')}
        hint={t('dateHint')}
        value={date}
        onChange={({ currentTarget }) =>
          setMarkdown(withFront(markdown, 'date', currentTarget.value))
        }
      />
      <p className="row gap-3">
        {isUnpublished ? (
          <Button
            icon={isLater ? 'calendar' : 'check'}
            busy={isBusy}
            busyLabel={t('busy')}
            onClick={() => void save(asDraft(markdown, false), t(`${publish}.done`))}
          >
            {t(`${publish}.action`)}
          </Button>
        ) : null}{' '}
        <Button
          icon="check"
          {...(isUnpublished || !isChanged ? { look: 'line' } : {})}
          busy={isBusy}
          busyLabel={t('busy')}
          onClick={() => void save(markdown, t(isUnpublished ? 'saved' : `${publish}.done`))}
        >
          {t(isUnpublished ? 'saveDraft' : 'save')}
        </Button>{' '}
        {isUnpublished ? null : (
          <Button
            look="line"
            busy={isBusy}
            busyLabel={t('busy')}
            onClick={() => void save(asDraft(markdown, true), t('withdraw.done'))}
          >
            {t('withdraw.action')}
          </Button>
        )}{' '}
        {isOver ? (
          <Button look="line" icon="trash" onClick={() => asks.current?.showModal()}>
            {t(saved.hasFile ? 'giveBack.action' : 'remove.action')}
          </Button>
        ) : null}
      </p>
      <ConfirmDialog
        ref={asks}
        id="article-remove"
        title={t(saved.hasFile ? 'giveBack.title' : 'remove.title')}
        icon="trash"
        isBad
        confirm={t(saved.hasFile ? 'giveBack.action' : 'remove.action')}
        cancel={t('leave.cancel')}
        onConfirm={() => void article.remove().then((done) => done && onRemoved())}
      >
        {t(saved.hasFile ? 'giveBack.text' : 'remove.text')}
      </ConfirmDialog>
    </>
  );
}
