import type { OwnerFacts } from '@coachsite/core/facts';
import { initialLanguage, type Language, languages } from '@coachsite/core/language';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, classes, Notice } from '../../../design/index.ts';
import { ChoiceFact } from './choices.tsx';
import { removed } from './draft.ts';

/** Pages on which the facts are seen best. */
const previewed = [
  ['home', '/'],
  ['about', '/about'],
  ['faq', '/faq'],
  ['services', '/services'],
  ['contact', '/contact'],
  ['testimonials', '/testimonials'],
  ['oneOnOne', '/coaching/1-on-1'],
] as const;

/** Whether the frame holds a page: an error comes as JSON, and a browser shows a page of its own without a network. */
const isPage = ({ contentDocument }: HTMLIFrameElement) =>
  contentDocument?.contentType === 'text/html';

/**
 * A real page with the draft, in a frame without scripts. The form posts it, so that the page comes with its own
 * content security policy. `check` returns the facts, or nothing when they are wrong.
 */
export function Preview({ check }: { check(): OwnerFacts | undefined }) {
  const { t, i18n } = useTranslation('site-facts');
  const form = useRef<HTMLFormElement>(null);
  const [path, setPath] = useState<string>('/');
  const [language, setLanguage] = useState<Language>(initialLanguage(i18n.language));
  const [isWide, setWide] = useState(false);
  const [state, setState] = useState<'closed' | 'shown' | 'failed'>('closed');
  const isShown = state === 'shown';
  const show = (shown: { readonly path: string; readonly language: string }) => {
    const facts = check();
    const field = form.current?.elements.namedItem('draft');
    if (!facts || !(field instanceof HTMLInputElement)) return;
    field.value = JSON.stringify({ ...shown, facts: { ...removed, ...facts } });
    setState('shown');
    // After React has rendered the frame.
    setTimeout(() => form.current?.submit());
  };
  return (
    <section className="stack gap-4 mt-5" aria-labelledby="preview-title">
      <h3 className="h-4" id="preview-title">
        {t('preview.heading')}
      </h3>
      <div className="fact-pair">
        <ChoiceFact
          field="preview.path"
          label={t('preview.page')}
          value={path}
          choices={previewed.map(([id, at]) => [at, t(`preview.pages.${id}`)])}
          onChange={setPath}
        />
        <ChoiceFact
          field="preview.language"
          label={t('preview.language')}
          value={language}
          choices={languages.map((one) => [one, t(`language.${one}`)])}
          onChange={(chosen) => setLanguage(chosen)}
        />
      </div>
      <p className="row gap-3">
        <Button small look="line" onClick={() => show({ path, language })}>
          {t('preview.action')}
        </Button>{' '}
        {isShown ? (
          <Button small look="line" aria-pressed={isWide} onClick={() => setWide(!isWide)}>
            {t('preview.wide')}
          </Button>
        ) : null}
      </p>
      {state === 'failed' ? <Notice tone="bad" alert title={t('preview.failed')} /> : null}
      <form ref={form} method="post" action="/api/admin/site/preview" target="facts-preview">
        <input type="hidden" name="draft" />
      </form>
      {isShown ? (
        <iframe
          className={classes('fact-frame', isWide && 'wide')}
          name="facts-preview"
          title={t('preview.title')}
          onLoad={({ currentTarget }) => {
            if (!isPage(currentTarget)) setState('failed');
          }}
          // Without `allow-same-origin`, neither fonts nor figures would load; scripts stay off.
          sandbox="allow-same-origin"
        />
      ) : null}
    </section>
  );
}
