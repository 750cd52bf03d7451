import type { ArticlePicture } from '@coachsite/adapters/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Dialog, FieldError, Icon, Input } from '../../../design/index.ts';
import { calls } from '../../../session/compose.ts';
import { pictureErrorKey } from '../parts/picture-error.ts';
import { failureOf } from './use-article.ts';

const blocks = ['section', 'figure', 'do', 'callout', 'sources', 'guide', 'service'] as const;

/** What can be put into a text: a picture, whose description is asked for, and each block with words to replace. */
export function InsertBar({ onInsert }: { onInsert(words: string): void }) {
  const { t } = useTranslation('admin', { keyPrefix: 'articles' });
  const { t: problem } = useTranslation('problems');
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [picture, setPicture] = useState<ArticlePicture>();
  const [alt, setAlt] = useState('');
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setError(undefined);
    const form = new FormData();
    form.append('file', file);
    const sent = await calls.post<ArticlePicture>('/api/admin/articles/pictures', form);
    setBusy(false);
    if (sent.isErr()) {
      const key = pictureErrorKey(sent.error);
      return setError(key ? problem(key, { ...sent.error }) : t(failureOf(sent.error)));
    }
    setPicture(sent.value);
    setAlt('');
    dialog.current?.showModal();
  };
  const close = () => dialog.current?.close();
  return (
    <fieldset className="field">
      <legend className="sr">{t('picture.insert')}</legend>
      <p className="row gap-3">
        <label className="btn line sm pick">
          {t(isBusy ? 'busy' : 'picture.action')} <Icon name="upload" />
          <input
            className="sr"
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif"
            disabled={isBusy}
            aria-describedby="article-picture-hint"
            onChange={({ currentTarget }) => {
              void upload(currentTarget.files?.[0]);
              currentTarget.value = '';
            }}
          />
        </label>{' '}
        {blocks.map((block) => (
          <Button key={block} small look="line" onClick={() => onInsert(t(`insert.${block}.text`))}>
            {t(`insert.${block}.name`)}
          </Button>
        ))}
      </p>
      {error ? <FieldError id="article-picture-error">{error}</FieldError> : null}
      <span className="hint" id="article-picture-hint">
        {t('picture.hint')}
      </span>
      <Dialog
        ref={dialog}
        id="article-picture"
        title={t('picture.title')}
        actions={
          <>
            <Button
              small
              type="submit"
              form="article-picture-form"
              icon="check"
              aria-disabled={alt.trim() ? undefined : true}
            >
              {t('picture.insert')}
            </Button>{' '}
            <Button small look="line" onClick={close}>
              {t('picture.cancel')}
            </Button>
          </>
        }
      >
        {picture ? <img className="article-shot" src={picture.url} alt="" /> : null}
        <form
          id="article-picture-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!picture || !alt.trim()) return;
            close();
            onInsert(`![${alt.trim().replaceAll(/[[\]\\\n]/g, ' ')}](${picture.url})`);
          }}
        >
          <Input
            id="article-alt"
            label={t('picture.alt')}
            hint={t('picture.altHint')}
            value={alt}
            onChange={({ currentTarget }) => setAlt(currentTarget.value)}
          />
        </form>
      </Dialog>
    </fieldset>
  );
}
