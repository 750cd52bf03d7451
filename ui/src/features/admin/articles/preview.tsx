import { type Language, languages } from '@coachsite/core/language';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Chips, classes, Notice } from '../../../design/index.ts';

const schemes = ['light', 'dark'] as const;
const widths = ['phone', 'wide'] as const;

/** One way to look at the page. */
function Choice<Value extends string>({
  name,
  of,
  label,
  ...chosen
}: {
  readonly name: 'language' | 'scheme' | 'width';
  readonly of: readonly Value[];
  label(value: Value): string;
  readonly value: Value;
  onChange(value: Value): void;
}) {
  const { t } = useTranslation('admin', { keyPrefix: 'articles' });
  const chips = of.map((value) => ({ value, label: label(value) }));
  return <Chips legend={t(`preview.${name}`)} name={`article-${name}`} chips={chips} {...chosen} />;
}

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
  const [width, setWidth] = useState<(typeof widths)[number]>('phone');
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
      {isShown ? (
        <div className="row gap-4">
          <Choice
            name="language"
            of={languages}
            label={(one) => t(`language.${one}`)}
            value={reader}
            onChange={(chosen) => setReader(chosen)}
          />{' '}
          <Choice
            name="scheme"
            of={schemes}
            label={(one) => t(`preview.${one}`)}
            value={scheme}
            onChange={(chosen) => setScheme(chosen)}
          />{' '}
          <Choice
            name="width"
            of={widths}
            label={(one) => t(`preview.${one}`)}
            value={width}
            onChange={(chosen) => setWidth(chosen)}
          />
        </div>
      ) : (
        <p>
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
        </p>
      )}
      <form ref={form} method="post" action="/api/admin/articles/preview" target="article-preview">
        <input type="hidden" name="draft" />
      </form>
      {isShown && hasMistakes ? <Notice title={t('preview.waits')} /> : null}
      {isShown ? (
        <iframe
          className={classes('fact-frame', width === 'wide' && 'wide')}
          name="article-preview"
          title={t('preview.title')}
          // Without `allow-same-origin`, neither fonts nor pictures would load; scripts stay off.
          sandbox="allow-same-origin"
        />
      ) : null}
    </section>
  );
}
