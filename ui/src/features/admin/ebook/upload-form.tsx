import type { UploadedEbook } from '@coachsite/adapters/contract';
import { type DragEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, classes, FieldError, Icon, Notice, Words } from '../../../design/index.ts';
import { fileSize } from '../../../i18n/format.ts';
import { closeErrors, toast } from '../../notification/index.ts';
import { UploadProgressBar } from './upload-progress.tsx';
import { type UploadError, useUpload } from './use-upload.ts';

/** The texts of a failed upload. Source: docs/rules.md#5, docs/rules.md#8. */
function useUploadTexts() {
  const { t, i18n } = useTranslation(['admin', 'problems']);
  return ({ kind, limitBytes }: UploadError): string => {
    if (kind === 'not_a_pdf' || kind === 'pdf_locked') return t(`problems:${kind}`);
    if (kind === 'too_many_files') return t('upload.tooMany');
    if (kind === 'file_changed') return t('upload.changed');
    if (kind === 'network') return t('upload.lost');
    if (kind !== 'file_too_large') return t('upload.failed');
    return limitBytes === undefined
      ? t('problems:file_too_large')
      : t('upload.tooLarge', { size: fileSize(limitBytes, i18n.language) });
  };
}

/**
 * Replaces the e-book: by drop or picker, with progress and cancel; undo takes the place of a confirmation. Source:
 * docs/rules.md#6.
 */
export function UploadForm({ onUploaded }: { onUploaded(ebook: UploadedEbook, file: File): void }) {
  const { t, i18n } = useTranslation('admin');
  const words = useUploadTexts();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { state, choose, start, cancel } = useUpload({
    onDone: (ebook, file) => {
      toast({ system: 'form', tone: 'good', title: t('upload.done') });
      onUploaded(ebook, file);
    },
    onError: (error) => {
      const isChoice = error.kind === 'not_a_pdf' || error.kind === 'too_many_files';
      const title = isChoice ? words(error) : t('upload.failed');
      const text = isChoice || words(error) === title ? undefined : words(error);
      closeErrors();
      toast({ system: 'form', tone: 'bad', title, text });
      input.current?.focus();
    },
  });
  const isSending = state.kind === 'sending';
  const isDone = state.kind === 'done';
  const form = useRef<HTMLFormElement>(null);
  const wasSending = useRef(false);
  // The progress bar replaces the button while the upload runs; the focus moves along. After success the panel is
  // reset.
  useLayoutEffect(() => {
    const isSame = wasSending.current === isSending;
    wasSending.current = isSending;
    if (isSame || isDone || document.activeElement !== document.body) return;
    form.current
      ?.querySelector<HTMLElement>(isSending ? '.progress button' : '.pick input')
      ?.focus();
  }, [isSending, isDone]);
  const drag = (isInside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isInside && !isSending);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    const { files } = event.dataTransfer;
    if (files.length > 0 && !isSending) choose(files);
  };
  const error = state.kind === 'rejected' ? words(state.error) : undefined;
  // After a failure on the way the same file can be sent again at once.
  const isKept = state.kind === 'rejected' && state.error.kind === 'network';
  const chosen =
    state.kind === 'chosen' || state.kind === 'cancelled' || isKept ? state.file : undefined;
  return (
    <form
      ref={form}
      className="stack gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: dropping is optional; the file input inside works by keyboard */}
      <div
        role="group"
        aria-labelledby="upload-title"
        className={classes('drop', isOver && 'over', error && 'bad')}
        onDragEnter={drag(true)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={drop}
      >
        <Icon name="upload" />
        <h3 className="h-4" id="upload-title">
          {t('upload.title')}
        </h3>
        <p className="small">
          <span className="drop-hint">{t('upload.drop')} </span>
          <Words text={t('upload.text')} />
        </p>
        <p className="row gap-3">
          <span className="flabel" id="upload-label">
            {t('upload.label')}
          </span>{' '}
          <label className="btn line sm pick">
            {t('upload.choose')} <Icon name="file" />
            <input
              ref={input}
              className="sr"
              type="file"
              name="file"
              accept="application/pdf,.pdf"
              disabled={isSending}
              aria-labelledby="upload-label"
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? 'upload-error' : chosen ? 'upload-chosen' : undefined}
              onChange={({ currentTarget }) => {
                choose(currentTarget.files ?? []);
                // Choosing the same file again fires `change` only if the input is empty.
                currentTarget.value = '';
              }}
            />
          </label>
        </p>
        {chosen ? (
          <p className="strong anywhere" id="upload-chosen" role="status">
            {t('upload.chosen', {
              name: chosen.name,
              size: fileSize(chosen.size, i18n.language),
            })}
          </p>
        ) : null}
        {error ? <FieldError id="upload-error">{error}</FieldError> : null}
      </div>
      {state.kind === 'sending' ? (
        <UploadProgressBar file={state.file} progress={state.progress} onCancel={cancel} />
      ) : (
        <p>
          <Button type="submit" icon="upload" {...(chosen ? {} : { look: 'line' })}>
            {t('upload.action')}
          </Button>
        </p>
      )}
      {state.kind === 'cancelled' ? (
        <Notice tone="info" status title={t('upload.cancelled')} />
      ) : null}
    </form>
  );
}
