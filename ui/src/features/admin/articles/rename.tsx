import type { ArticleSaved } from '@coachsite/adapters/contract';
import { isArticleSlug } from '@coachsite/core/blog';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Dialog, Input } from '../../../design/index.ts';
import { calls } from '../../../session/compose.ts';
import { toast } from '../../notification/index.ts';
import { failureOf, mistakesIn } from './use-article.ts';

/** Gives an article another address, in all its languages; the old one leads there. */
export function RenameArticle({ slug, onRenamed }: { readonly slug: string; onRenamed(): void }) {
  const { t, i18n } = useTranslation('admin', { keyPrefix: 'articles' });
  const dialog = useRef<HTMLDialogElement>(null);
  const [to, setTo] = useState(slug);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const close = () => dialog.current?.close();
  const send = async () => {
    if (isBusy || to === slug) return;
    if (!isArticleSlug(to)) return setRefused(t('new.slugInvalid'));
    setBusy(true);
    const path = `/api/admin/articles/rename?lang=${i18n.language}`;
    const sent = await calls.post<ArticleSaved>(path, { slug, to });
    setBusy(false);
    if (sent.isErr())
      return setRefused(mistakesIn(sent.error)?.[0]?.message ?? t(failureOf(sent.error)));
    close();
    const { isPublished } = sent.value;
    toast({
      system: 'form',
      tone: isPublished ? 'good' : 'bad',
      title: t(isPublished ? 'rename.done' : 'unpublished'),
    });
    onRenamed();
  };
  return (
    <>
      <Button small look="line" onClick={() => dialog.current?.showModal()}>
        {t('rename.action')}
      </Button>
      <Dialog
        ref={dialog}
        id="article-rename"
        title={t('rename.title')}
        actions={
          <>
            <Button
              small
              type="submit"
              form="article-rename-form"
              icon="check"
              busy={isBusy}
              busyLabel={t('busy')}
              aria-disabled={to === slug ? true : undefined}
            >
              {t('rename.confirm')}
            </Button>{' '}
            <Button small look="line" onClick={close}>
              {t('picture.cancel')}
            </Button>
          </>
        }
      >
        <p>{t('rename.text')}</p>
        <form
          id="article-rename-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <Input
            id="article-new-slug"
            label={t('new.slug')}
            error={refused}
            autoComplete="off"
            value={to}
            onChange={({ currentTarget }) => {
              setTo(currentTarget.value);
              setRefused(undefined);
            }}
          />
        </form>
      </Dialog>
    </>
  );
}
