import type { ConsentProof } from '@coachsite/adapters/contract';
import { type Language, languages, withClock } from '@coachsite/core/language';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveAsJson } from '../../../browser/save-as.ts';
import { Button, Chips, KeyValueRows, Notice, RichText, Tag } from '../../../design/index.ts';
import { localeOf } from '../../../i18n/format.ts';

const purposes = ['necessary', 'functional', 'analytics', 'marketing'] as const;

type Choices = ConsentProof['choices'];
type Wording = NonNullable<ConsentProof['wording']>['nl'];

/** Every text in a kept policy, in its order. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : Object.values(Object(value) as Record<string, unknown>).flatMap(textsIn);

/** Formats a moment with its seconds: a proof needs the exact time. */
function useExactTime() {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(localeOf(i18n.language), {
    dateStyle: 'long',
    timeStyle: 'long',
  });
  return (iso: string) => withClock(format.format(Date.parse(iso)), i18n.language);
}

/** What one visitor chose, when, and the texts that were shown. Source: docs/law-and-search.md#D10. */
export function ConsentProofView({ proof }: { readonly proof: ConsentProof }) {
  const { t } = useTranslation('admin');
  const exact = useExactTime();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const [language, setLanguage] = useState<Language>(proof.language);
  const wording = proof.wording?.[language];
  return (
    <section className="stack gap-5" aria-labelledby="proof-title">
      <h3 className="h-4 anywhere" id="proof-title" ref={title} tabIndex={-1}>
        {t('consent.found', { id: proof.id })}
      </h3>
      <KeyValueRows
        rows={[
          { id: 'at', icon: 'clock', name: exact(proof.at), note: t('consent.at') },
          {
            id: 'language',
            icon: 'globe',
            name: t(`consent.of.${proof.language}`),
            note: t('consent.in'),
          },
          { id: 'version', icon: 'file', name: proof.version, note: t('consent.version') },
        ]}
      />
      {wording ? (
        <>
          <Chips<Language>
            legend={t('consent.show')}
            showLegend
            name="consent-language"
            value={language}
            chips={languages.map((value) => ({ value, label: t(`consent.of.${value}`) }))}
            onChange={setLanguage}
          />
          <BannerText wording={wording} language={language} choices={proof.choices} />
          <PolicyText wording={wording} language={language} />
        </>
      ) : (
        <>
          <ChoiceRows choices={proof.choices} />
          <Notice tone="info" title={t('consent.noWording')} />
        </>
      )}
      <EarlierChoices earlier={proof.earlier} />
      <p>
        <Button
          small
          look="line"
          icon="download"
          onClick={() => saveAsJson(`consent-${proof.id}.json`, proof)}
        >
          {t('consent.save')}
        </Button>
      </p>
    </section>
  );
}

/** The choice by purpose, with the purposes as the banner named them, or as it names them now. */
function ChoiceRows({
  choices,
  wording,
}: {
  readonly choices: Choices;
  readonly wording?: Wording;
}) {
  const { t } = useTranslation(['admin', 'consent']);
  return (
    <KeyValueRows
      tight
      rows={purposes.map((id) => ({
        id,
        name: wording?.consent.purpose[id].title ?? t(`consent:purpose.${id}.title`),
        note: wording?.consent.purpose[id].text,
        action: (
          <Tag look={choices[id] ? 'ok' : 'edge'} icon={choices[id] ? 'check' : 'close'}>
            {t(id === 'necessary' ? 'consent.always' : `consent.${choices[id] ? 'yes' : 'no'}`)}
          </Tag>
        ),
      }))}
    />
  );
}

/** The banner as it was worded, with the choice beside each purpose. */
function BannerText({
  wording,
  language,
  choices,
}: {
  readonly wording: Wording;
  readonly language: string;
  readonly choices: Choices;
}) {
  const { t } = useTranslation('admin');
  const { title, text, necessaryOnly, customize, acceptAll } = wording.consent;
  return (
    <div className="stack gap-3">
      <h4 className="label">{t('consent.banner')}</h4>
      <div className="bubble stack gap-2" lang={language}>
        <p>
          <b>{title}</b>
        </p>
        <p>{text}</p>
        <p className="small">{[necessaryOnly, customize, acceptAll].join(' · ')}</p>
      </div>
      <ChoiceRows choices={choices} wording={wording} />
    </div>
  );
}

/** Every sentence of the cookie policy of that version. */
function PolicyText({
  wording,
  language,
}: {
  readonly wording: Wording;
  readonly language: string;
}) {
  const { t } = useTranslation('admin');
  return (
    <details>
      <summary className="link">{t('consent.policy')}</summary>
      <div className="stack gap-3 mt-3">
        <p className="note">{t('consent.policyNote')}</p>
        <div className="bubble anywhere" lang={language}>
          {textsIn(wording.cookies).map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text may occur twice, and the order never changes
            <p key={index}>
              <RichText text={text} />
            </p>
          ))}
        </div>
      </div>
    </details>
  );
}

/** The choices that the visitor has changed since. */
function EarlierChoices({ earlier }: Pick<ConsentProof, 'earlier'>) {
  const { t } = useTranslation(['admin', 'consent']);
  const exact = useExactTime();
  if (earlier.length === 0) return null;
  const allowed = (choices: Choices) =>
    purposes
      .filter((purpose) => choices[purpose])
      .map((purpose) => t(`consent:purpose.${purpose}.title`))
      .join(', ');
  return (
    <div className="stack gap-3">
      <h4 className="label">{t('consent.earlier')}</h4>
      <KeyValueRows
        rows={earlier.map(({ at, version, choices }, index) => ({
          id: `${index} ${at}`,
          icon: 'clock',
          name: exact(at),
          note: t('consent.allowed', { purposes: allowed(choices), version }),
        }))}
      />
    </div>
  );
}
