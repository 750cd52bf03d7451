import type { AdminArticle, ArticleText } from '@coachsite/adapters/contract';
import { type Language, languages } from '@coachsite/core/language';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Tag } from '../../../design/index.ts';
import { longDate } from '../../../i18n/format.ts';
import { calls } from '../../../session/compose.ts';
import { toast } from '../../notification/index.ts';
import { AdminBlock } from '../parts/block.tsx';
import { CsvLink } from '../parts/block-actions.tsx';
import { useBlock } from '../parts/use-block.ts';
import { useFocusBack } from '../parts/use-focus-back.ts';
import { ArticleEditor } from './editor.tsx';
import { NewArticle } from './new-article.tsx';
import { stateLooks } from './state-looks.ts';
import { failureOf, type Opened } from './use-article.ts';

type OpenArticle = (name: { readonly slug: string; readonly language: Language }) => Promise<void>;

function ArticleRow({ article, onOpen }: { readonly article: AdminArticle; onOpen: OpenArticle }) {
  const { t, i18n } = useTranslation('admin', { keyPrefix: 'articles' });
  const { slug, language, title, state, publishedOn } = article;
  const [isBusy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    await onOpen(article);
    setBusy(false);
  };
  return (
    <li>
      <div>
        <b lang={language}>{title}</b>{' '}
        <span className="note">
          {t(`language.${language}`)} · {longDate(publishedOn, i18n.language)} · /blog/{slug}
        </span>
      </div>
      <span className="row gap-3">
        <Tag look={stateLooks[state]}>{t(`states.${state}`)}</Tag>{' '}
        <Button
          small
          look="line"
          id={`open-${slug}.${language}`}
          busy={isBusy}
          busyLabel={t('busy')}
          aria-label={t('openLabel', { title, language: t(`language.${language}`) })}
          onClick={() => void open()}
        >
          {t('open')}
        </Button>
      </span>
    </li>
  );
}

interface Shown {
  readonly rows: readonly AdminArticle[];
  readonly reload: () => void;
  readonly opened: Opened | 'new' | undefined;
  setOpened(opened: Opened | 'new' | undefined): void;
}

/** Every article with its state; one of them, or a new one, is open in place of the list. */
function Articles({ rows, reload, opened, setOpened }: Shown) {
  const { t } = useTranslation('admin', { keyPrefix: 'articles' });
  const shown = typeof opened === 'object' ? `${opened.slug}.${opened.language}` : opened;
  useFocusBack(shown);
  const open: OpenArticle = async ({ slug, language }) => {
    const read = await calls.get<ArticleText>(`/api/admin/articles/${slug}/${language}`);
    if (read.isErr())
      return toast({ system: 'form', tone: 'bad', title: t(failureOf(read.error)) });
    setOpened({ slug, language, text: read.value });
  };
  const taken = (slug: string) =>
    languages.filter((language) =>
      rows.some((one) => one.slug === slug && one.language === language),
    );
  if (opened === 'new')
    return <NewArticle taken={taken} onBegin={setOpened} onCancel={() => setOpened(undefined)} />;
  if (opened)
    return (
      <ArticleEditor
        key={shown}
        opened={opened}
        missing={languages.find((language) => !taken(opened.slug).includes(language))}
        onSaved={reload}
        onTranslate={(language, markdown) =>
          setOpened({
            slug: opened.slug,
            language,
            text: { markdown, version: 0, hasFile: false },
          })
        }
        onClose={() => setOpened(undefined)}
      />
    );
  return (
    <>
      <p>
        <Button small icon="plus" id="open-new" onClick={() => setOpened('new')}>
          {t('new.action')}
        </Button>
      </p>
      <ul className="kv article-rows">
        {rows.map((article) => (
          <ArticleRow key={`${article.slug}.${article.language}`} article={article} onOpen={open} />
        ))}
      </ul>
    </>
  );
}

/** The articles of the blog: written, corrected, planned and withdrawn on the site, live once they are saved. */
export function ArticlesBlock() {
  const { t } = useTranslation('admin', { keyPrefix: 'articles' });
  const block = useBlock<readonly AdminArticle[]>('/api/admin/articles');
  const [opened, setOpened] = useState<Opened | 'new'>();
  // A list that cannot be read must not close what somebody is typing.
  const list = opened ? { ...block, data: block.data ?? [] } : block;
  return (
    <AdminBlock
      id="articles"
      full
      title={t('title')}
      block={list}
      aside={
        opened ? null : (
          <CsvLink block="articles" href="/api/admin/articles/export">
            {t('export')}
          </CsvLink>
        )
      }
    >
      {(rows) => (
        <Articles rows={rows} reload={block.reload} opened={opened} setOpened={setOpened} />
      )}
    </AdminBlock>
  );
}
