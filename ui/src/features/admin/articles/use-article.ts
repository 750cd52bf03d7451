import type { ArticleSaved, ArticleText } from '@coachsite/adapters/contract';
import type { Language } from '@coachsite/core/language';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from '../../../session/compose.ts';
import { toast } from '../../notification/index.ts';
import { asDraft, isDraft } from './front-matter.ts';

/** A mistake of a text and its line, from 1. */
export interface Mistake {
  readonly line: number;
  readonly message: string;
}

/** The article that is open. */
export interface Opened {
  readonly slug: string;
  readonly language: Language;
  readonly text: ArticleText;
}

/** How long after the last key a text is checked, in milliseconds. */
const pauseMs = 700;

/** The mistakes in an error of a call; undefined for any other error. */
export const mistakesIn = (error: object): readonly Mistake[] | undefined =>
  'mistakes' in error ? (error.mistakes as readonly Mistake[]) : undefined;

/** The text of an error that is no mistake of a text. */
export const failureOf = (error: { readonly kind: string; readonly status?: unknown }) =>
  error.kind === 'network' && error.status === undefined ? 'offline' : 'failed';

/** The text of an article as it is typed: checked in each pause, saved, restored; nothing typed is lost to an error. */
export function useArticle({ slug, language, text }: Opened, onSaved: () => void) {
  const { t, i18n } = useTranslation('admin', { keyPrefix: 'articles' });
  const [saved, setSaved] = useState(text);
  const [markdown, setMarkdown] = useState(text.markdown);
  const [mistakes, setMistakes] = useState<readonly Mistake[]>([]);
  const [rightText, setRightText] = useState<string>();
  const [hasConflict, setConflict] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const checked = useRef<AbortController>(undefined);
  const path = `/api/admin/articles/${slug}/${language}`;
  const words = `lang=${i18n.language}`;
  const isChanged = markdown !== saved.markdown;

  /** Shows the mistakes of a text, or takes it for right. */
  const check = useCallback(
    async (typed: string): Promise<void> => {
      checked.current?.abort();
      const stop = new AbortController();
      checked.current = stop;
      const body = { markdown: typed, language, ...(slug && { slug }) };
      const read = await calls.post(`/api/admin/articles/preview?${words}`, body, {
        signal: stop.signal,
      });
      if (stop.signal.aborted) return;
      // The page itself is no JSON, and of no use here.
      const isRight = read.isOk() || read.error.status === 200;
      const found = isRight ? [] : mistakesIn(read.error);
      if (found) setMistakes(found);
      if (isRight) setRightText(typed);
    },
    [language, slug, words],
  );

  useEffect(() => {
    // Once another text was checked, its mistakes must not stay when this one is typed again.
    if (markdown === text.markdown && !checked.current) return;
    const timer = setTimeout(() => void check(markdown), pauseMs);
    return () => clearTimeout(timer);
  }, [markdown, text.markdown, check]);

  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isChanged]);

  /** Shows the article as the server has it. */
  const reload = async (): Promise<void> => {
    const read = await calls.get<ArticleText>(path);
    if (read.isErr())
      return toast({ system: 'form', tone: 'bad', title: t(failureOf(read.error)) });
    setSaved(read.value);
    setMarkdown(read.value.markdown);
    setMistakes([]);
    setConflict(false);
    onSaved();
  };

  const failed = (error: { readonly kind: string }): false => {
    const found = mistakesIn(error);
    if (found) setMistakes(found);
    else if (error.kind === 'article_conflict') setConflict(true);
    else toast({ system: 'form', tone: 'bad', title: t(failureOf(error)) });
    return false;
  };

  const sayOutcome = ({ isPublished }: ArticleSaved, title: string): void =>
    toast(
      isPublished
        ? { system: 'form', tone: 'good', title }
        : { system: 'form', tone: 'bad', title: t('unpublished') },
    );

  /** Saves a text; what is typed meanwhile stays. `title` says what that did. */
  const save = async (sent: string, title: string): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    const body = { markdown: sent, version: saved.version };
    const response = await calls.put<ArticleSaved>(`${path}?${words}`, body);
    setBusy(false);
    if (response.isErr()) return failed(response.error);
    const { version } = response.value;
    const read = await calls.get<ArticleText>(path);
    setSaved(read.isOk() ? read.value : { ...saved, markdown: sent, version });
    // What was published is not a draft in the text that was typed meanwhile either.
    const isOne = isDraft(sent);
    setMarkdown((typed) => {
      if (typed === markdown) return sent;
      return isDraft(typed) === isOne ? typed : asDraft(typed, isOne);
    });
    setMistakes([]);
    setConflict(false);
    sayOutcome(response.value, title);
    onSaved();
    return true;
  };

  /** Gives the file back, or removes the article; resolves with whether that worked. */
  const remove = async (): Promise<boolean> => {
    const response = await calls.delete<ArticleSaved>(path);
    if (response.isErr()) return failed(response.error);
    sayOutcome(response.value, t(saved.hasFile ? 'givenBack' : 'removed'));
    onSaved();
    return true;
  };

  return {
    saved,
    markdown,
    setMarkdown,
    mistakes,
    /** The last text that was found to have no mistakes. */
    rightText,
    hasConflict,
    isBusy,
    isChanged,
    check: () => void check(markdown),
    save,
    remove,
    reload,
  };
}
