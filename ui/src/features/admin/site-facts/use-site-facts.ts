import { type AdminFacts, readPhone } from '@coachsite/adapters/contract';
import { factNames, factProblems, isSameFact, type OwnerFacts } from '@coachsite/core/facts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from '../../../session/compose.ts';
import { toast } from '../../notification/index.ts';
import type { Bound, FieldErrors } from './bind.ts';
import { type FactsDraft, removed, toDraft, toFacts } from './draft.ts';
import { fieldId } from './field-id.ts';

/** Moves the focus to the first wrong field, once the part that holds it is open. */
function focusFirst(fields: readonly string[]) {
  const [first] = fields;
  if (first) setTimeout(() => document.getElementById(fieldId(first))?.focus());
}

/** The facts that somebody else has saved meanwhile, with this admin's own changes laid over them. */
function merged(base: OwnerFacts, own: OwnerFacts, latest: OwnerFacts): OwnerFacts {
  const kept = factNames
    .filter((name) => !isSameFact(base[name], own[name]))
    .map((name) => [name, own[name]]);
  return { ...latest, ...Object.fromEntries(kept) };
}

/** The draft of the facts: typed, checked, saved; nothing typed is lost to an error or to another admin. */
export function useSiteFacts(loaded: AdminFacts, onSaved: () => void) {
  const { t, i18n } = useTranslation('site-facts');
  const [saved, setSaved] = useState(loaded);
  const [draft, setDraft] = useState(() => toDraft(loaded.facts, i18n.language));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [hasConflict, setConflict] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isChanged = !isSameFact(toFacts(draft), saved.facts);

  /** Shows the facts as the server has them; what was typed since `sent` stays. */
  const adopt = (facts: AdminFacts, sent?: FactsDraft) => {
    setSaved(facts);
    setDraft((typed) => (sent && typed !== sent ? typed : toDraft(facts.facts, i18n.language)));
    setErrors({});
    setConflict(false);
    onSaved();
  };

  /** Says that a change is on the site, or that it is stored and not there yet. */
  const sayOutcome = ({ isPublished }: AdminFacts, title: string) =>
    isPublished
      ? toast({ system: 'form', tone: 'good', title })
      : toast({ system: 'form', tone: 'bad', title: t('unpublished.title') });

  /** Reads again whether what is saved is on the site; what is typed stays. */
  const recheck = async () => {
    const latest = await calls.get<AdminFacts>('/api/admin/site');
    if (latest.isErr()) return void toast({ system: 'form', tone: 'bad', title: t('failed') });
    const { isPublished } = latest.value;
    setSaved((before) => ({ ...before, isPublished }));
  };

  /** The facts of the draft; undefined, with its errors shown, when they are wrong. */
  const checked = (): OwnerFacts | undefined => {
    const facts = toFacts(draft);
    const problems = factProblems(facts, Date.now(), readPhone);
    const found = problems.map(({ field, reason, line }) => {
      const text = t(`reasons.${reason}`);
      return [field, line ? t('line', { line, text }) : text];
    });
    setErrors(Object.fromEntries(found));
    if (problems.length === 0) return facts;
    focusFirst(problems.map(({ field }) => field));
    return undefined;
  };

  const failed = async (error: { readonly kind: string; readonly fields?: FieldErrors }) => {
    if (error.fields) {
      setErrors(error.fields);
      focusFirst(Object.keys(error.fields));
    } else if (error.kind === 'facts_conflict') {
      const latest = await calls.get<AdminFacts>('/api/admin/site');
      if (latest.isErr()) return;
      setSaved(latest.value);
      setDraft((typed) =>
        toDraft(merged(saved.facts, toFacts(typed), latest.value.facts), i18n.language),
      );
      setConflict(true);
    } else toast({ system: 'form', tone: 'bad', title: t('failed') });
  };

  const save = async () => {
    const facts = checked();
    if (!facts || isBusy) return;
    setBusy(true);
    const sent = { ...removed, ...facts };
    const response = await calls.put<AdminFacts>('/api/admin/site', {
      version: saved.version,
      facts: sent,
    });
    setBusy(false);
    if (response.isErr()) return failed(response.error as Parameters<typeof failed>[0]);
    adopt(response.value, draft);
    sayOutcome(response.value, t('saved'));
  };

  const facts: Bound<FactsDraft> = { field: '', value: draft, errors, onChange: setDraft };
  return {
    saved,
    facts,
    errors,
    isBusy,
    isChanged,
    hasConflict,
    adopt,
    sayOutcome,
    recheck,
    /** The portrait alone was saved; what is typed stays, its text too. */
    adoptPortrait: (facts: AdminFacts) => {
      const { portrait } = facts.facts.coach;
      setSaved(facts);
      setDraft((before) => {
        const { alt } = before.coach.portrait;
        return { ...before, coach: { ...before.coach, portrait: { ...portrait, alt } } };
      });
      onSaved();
    },
    checked,
    save,
    failed,
    reset: () => {
      setDraft(toDraft(saved.facts, i18n.language));
      setErrors({});
    },
  };
}

export type SiteFacts = ReturnType<typeof useSiteFacts>;
