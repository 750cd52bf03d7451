import { type Language, languages } from '@coachsite/core/language';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, classes, Notice } from '../../../design/index.ts';

const schemes = ['light', 'dark'] as const;

/**
 * The real page of a text, in a frame without scripts, shown anew in each pause of typing in which the text has no mistakes.
 * The form posts it, so that the page comes with its own content security policy.
 */
export function ArticlePreview({
  name: { slug, language },
  text,
  check,
  hasMistakes,
}: {
  readonly name: { readonly slug: string; readonly language: Language };
  /** The last text without mistakes; undefined before a check has found one. */
  readonly text: string | undefined;
  check(): void;
  readonly hasMistakes: boolean;
}) {
  const { t } = useTranslation('admin', { keyPrefix: 'articles' });
  const form = useRef<HTMLFormElement>(null);
  const [reader, setReader] = useState(language);
  const [scheme, setScheme] = useState<(typeof schemes)[number]>('light');
  const [isWide, setWide] = useState(false);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const field = form.current?.elements.namedItem('draft');
    if (!isShown || text === undefined || !(field instanceof HTMLInputElement)) return;
    field.value = JSON.stringify({ markdown: text, language, reader, scheme, slug });
    form.current?.submit();
  }, [isShown, text, language, reader, scheme, slug]);
  return (
    <section className="stack gap-4" aria-labelledby="article-preview-title">
      <h3 className="h-4" id="article-preview-title">
        {t('preview.heading')}
      </h3>
      <p className="row gap-3">
        {isShown ? null : (
          <Button
            small
            look="line"
            icon="eye"
            onClick={() => {
              setShown(true);
              check();
            }}
          >
            {t('preview.action')}
          </Button>
        )}{' '}
        {languages.map((one) => (
          <Button
            key={one}
            small
            look="line"
            aria-pressed={reader === one}
            onClick={() => setReader(one)}
          >
            {t(`language.${one}`)}
          </Button>
        ))}{' '}
        {schemes.map((one) => (
          <Button
            key={one}
            small
            look="line"
            aria-pressed={scheme === one}
            onClick={() => setScheme(one)}
          >
            {t(`preview.${one}`)}
          </Button>
        ))}{' '}
        <Button small look="line" aria-pressed={isWide} onClick={() => setWide(!isWide)}>
          {t('preview.wide')}
        </Button>
      </p>
      <form ref={form} method="post" action="/api/admin/articles/preview" target="article-preview">
        <input type="hidden" name="draft" />
      </form>
      {isShown && hasMistakes ? <Notice title={t('preview.waits')} /> : null}
      {isShown ? (
        <iframe
          className={classes('fact-frame', isWide && 'wide')}
          name="article-preview"
          title={t('preview.title')}
          // Without `allow-same-origin`, neither fonts nor pictures would load; scripts stay off.
          sandbox="allow-same-origin"
        />
      ) : null}
    </section>
  );
}
