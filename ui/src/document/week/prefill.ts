import { read, write } from '../../browser/storage.ts';

/** What the week puts into the contact form. */
export interface Prefill {
  readonly subject: string;
  readonly message: string;
}

/** Where the contact form finds its draft. Source: docs/rules.md#week. */
const key = 'contact-draft';

function storedDraft(): Readonly<Record<string, unknown>> {
  try {
    const draft: unknown = JSON.parse(read(key, 'sessionStorage') ?? '{}');
    return typeof draft === 'object' && draft !== null ? { ...draft } : {};
  } catch {
    return {};
  }
}

/**
 * Puts subject and message into the draft of the contact form, in this tab. A field that the visitor typed in stays as
 * it is; one that still holds the `previous` prefill is replaced.
 */
export function prefillDraft(prefill: Prefill, previous: Prefill | undefined): void {
  const draft = storedDraft();
  const fields = (['subject', 'message'] as const).filter(
    (name) => !draft[name] || draft[name] === previous?.[name],
  );
  const own = Object.fromEntries(fields.map((name) => [name, prefill[name]]));
  write(key, JSON.stringify({ ...draft, ...own }), 'sessionStorage');
}
