import { isArticleSlug } from '@coachsite/core/blog';
import { defaultZone } from '@coachsite/core/defaults';
import { calendarDay } from '@coachsite/core/kernel';
import { initialLanguage, type Language, languages } from '@coachsite/core/language';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Icon, Input } from '../../../design/index.ts';
import { asDraft, nameIn, slugOf, titleOf } from './front-matter.ts';
import type { Opened } from './use-article.ts';

/** Begins an article with a title, or with a file that was written elsewhere. */
export function NewArticle({
  taken,
  onBegin,
  onCancel,
}: {
  /** The languages in which there is an article with this name. */
  taken(slug: string): readonly Language[];
  onBegin(opened: Opened): void;
  onCancel(): void;
}) {
  const { t, i18n } = useTranslation('admin', { keyPrefix: 'articles' });
  const [title, setTitle] = useState('');
  const [typed, setTyped] = useState<string>();
  const [language, setLanguage] = useState<Language>(initialLanguage(i18n.language));
  const [file, setFile] = useState<string>();
  const slug = typed ?? slugOf(title);
  const error = !slug
    ? undefined
    : !isArticleSlug(slug)
      ? t('new.slugInvalid')
      : taken(slug).includes(language)
        ? t('new.slugTaken')
        : undefined;
  const template = () =>
    [
      '---',
      `title: ${JSON.stringify(title.trim())}`,
      ...['description', 'lead', 'summary'].map((name) => `${name}: ""`),
      `date: ${calendarDay(defaultZone, Date.now())}`,
      'category: training',
      'cover: week',
      'draft: true',
      '---',
      t('new.body'),
      '',
    ].join('\n');
  const upload = async (picked: File | undefined) => {
    if (!picked) return;
    const text = (await picked.text()).replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
    const name = nameIn(picked.name);
    setFile(text);
    setTitle(titleOf(text));
    if (name) {
      setTyped(name.slug);
      setLanguage(name.language);
    }
  };
  return (
    <form
      className="stack gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!slug || error) return;
        // A draft, whatever the file says: nothing is public before somebody publishes it.
        const markdown = file === undefined ? template() : asDraft(file, true);
        const text = { markdown, version: 0, hasFile: false };
        onBegin({ slug, language, text });
      }}
    >
      <Input
        id="article-title"
        label={t('new.title')}
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <Input
        id="article-slug"
        label={t('new.slug')}
        hint={t('new.slugHint')}
        error={error}
        value={slug}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className="field">
        <label htmlFor="article-language">{t('new.language')}</label>
        <select
          id="article-language"
          className="input"
          value={language}
          onChange={({ currentTarget }) => setLanguage(initialLanguage(currentTarget.value))}
        >
          {languages.map((one) => (
            <option key={one} value={one}>
              {t(`language.${one}`)}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <p>
          <label className="btn line sm pick">
            {t('new.file')} <Icon name="upload" />
            <input
              className="sr"
              type="file"
              accept=".md,text/markdown"
              aria-describedby="article-file-hint"
              onChange={({ currentTarget }) => void upload(currentTarget.files?.[0])}
            />
          </label>
        </p>{' '}
        <span className="hint" id="article-file-hint" role="status">
          {file === undefined ? t('new.fileHint') : t('new.fileRead')}
        </span>
      </div>
      <p className="row gap-3">
        <Button type="submit" icon="arrow" aria-disabled={!slug || error ? true : undefined}>
          {t('new.begin')}
        </Button>{' '}
        <Button look="line" onClick={onCancel}>
          {t('back')}
        </Button>
      </p>
    </form>
  );
}
