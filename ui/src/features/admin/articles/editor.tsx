import type { Language } from '@coachsite/core/language';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ConfirmDialog, Notice, Tag, Textarea } from '../../../design/index.ts';
import { ArticleActions } from './actions.tsx';
import { asDraft, bodyStart, titleOf } from './front-matter.ts';
import { ArticleHistory } from './history.tsx';
import { InsertBar } from './insert-bar.tsx';
import { Mistakes } from './mistakes.tsx';
import { ArticlePreview } from './preview.tsx';
import { RenameArticle } from './rename.tsx';
import { stateLooks } from './state-looks.ts';
import { type Opened, useArticle } from './use-article.ts';

/** The editor of one article: its text as it is in a file, its mistakes, its real page, and every version of it. */
export function ArticleEditor({
  opened,
  missing,
  onSaved,
  onTranslate,
  onClose,
}: {
  readonly opened: Opened;
  /** The language that the article lacks. */
  readonly missing: Language | undefined;
  onSaved(): void;
  onTranslate(language: Language, markdown: string): void;
  onClose(): void;
}) {
  const { t } = useTranslation('admin', { keyPrefix: 'articles' });
  const { slug, language } = opened;
  const [round, setRound] = useState(0);
  const [showsHistory, setShowsHistory] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const leave = useRef<HTMLDialogElement>(null);
  const onLeave = useRef(onClose);
  const article = useArticle(opened, () => {
    setRound((before) => before + 1);
    onSaved();
  });
  const { saved, markdown, setMarkdown, mistakes, isChanged, hasConflict } = article;

  /** Does what would lose the text as it is typed, after a question where it is not saved. */
  const leaving = (act: () => void) => {
    if (!isChanged) return act();
    onLeave.current = act;
    leave.current?.showModal();
  };
  /** Puts words in place of what is selected, on lines of their own; at the end where nothing of the text is. */
  const insert = (words: string) => {
    const { selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
    const isInText = selectionStart >= bodyStart(markdown);
    const [at, end] = isInText
      ? [selectionStart, selectionEnd]
      : [markdown.length, markdown.length];
    const before = markdown.slice(0, at).replace(/\n*$/, '');
    const after = markdown.slice(end).replace(/^\n*/, '');
    setMarkdown(`${before}\n\n${words}\n\n${after}`);
    const place = before.length + 2 + words.length;
    setTimeout(() => {
      area.current?.focus();
      area.current?.setSelectionRange(place, place);
    });
  };
  /** Selects a line, which scrolls to it. */
  const goTo = (line: number) => {
    const lines = markdown.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    area.current?.focus();
    area.current?.setSelectionRange(start, start + (lines[line - 1] ?? '').length);
  };

  return (
    <div className="stack gap-5">
      <p className="crumbs">
        <button className="link as-text" type="button" onClick={() => leaving(onClose)}>
          {t('back')}
        </button>
      </p>
      <div className="stack gap-2">
        <h3 className="h-2 anywhere" ref={heading} tabIndex={-1}>
          {titleOf(markdown) || slug}
        </h3>
        <p className="row gap-3 small anywhere">
          <span>
            {t(`language.${language}`)} · /blog/{slug}
          </span>{' '}
          {saved.state ? (
            <Tag look={stateLooks[saved.state]}>{t(`states.${saved.state}`)}</Tag>
          ) : null}
        </p>
      </div>
      {hasConflict ? (
        <Notice
          tone="bad"
          alert
          title={t('conflict')}
          actions={
            <Button small look="line" icon="refresh" onClick={() => void article.reload()}>
              {t('reload')}
            </Button>
          }
        />
      ) : null}
      <InsertBar onInsert={insert} />
      <div>
        <Textarea
          ref={area}
          id="article-text"
          className="article-text"
          label={t('text')}
          hint={t('textHint')}
          spellCheck
          lang={language}
          value={markdown}
          onChange={({ currentTarget }) => setMarkdown(currentTarget.value)}
        />
        <Mistakes mistakes={mistakes} onFollow={goTo} />
      </div>
      <ArticleActions article={article} onRemoved={onClose} />
      <ArticlePreview
        name={{ slug, language }}
        text={article.rightText}
        check={article.check}
        hasMistakes={mistakes.length > 0}
      />
      {saved.version > 0 || saved.hasFile ? (
        <div className="row gap-3">
          {missing ? (
            <Button
              small
              look="line"
              icon="globe"
              // A draft, whatever this one is: its words are still in the other language.
              onClick={() => leaving(() => onTranslate(missing, asDraft(saved.markdown, true)))}
            >
              {t(`translate.${missing}`)}
            </Button>
          ) : null}{' '}
          {isChanged ? null : (
            <RenameArticle
              slug={slug}
              onRenamed={() => {
                onSaved();
                onClose();
              }}
            />
          )}
        </div>
      ) : null}
      <details
        className="adm-fold"
        onToggle={({ currentTarget }) => setShowsHistory(currentTarget.open)}
      >
        <summary className="h-4">{t('history.title')}</summary>
        {showsHistory ? (
          <ArticleHistory
            key={round}
            path={`/api/admin/articles/${slug}/${language}/versions`}
            ask={leaving}
            onRestored={() => void article.reload()}
          />
        ) : null}
      </details>
      <ConfirmDialog
        ref={leave}
        id="article-leave"
        title={t('leave.title')}
        icon="trash"
        isBad
        confirm={t('leave.confirm')}
        cancel={t('leave.cancel')}
        onConfirm={() => onLeave.current()}
      >
        {t('leave.text')}
      </ConfirmDialog>
    </div>
  );
}
