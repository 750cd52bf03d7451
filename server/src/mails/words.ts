import type { Language } from '@coachsite/core/language';

/** The texts of a mail, in order. Everything is plain text; the layout escapes it. */
export interface MailWords {
  readonly lang: Language;
  readonly subject: string;
  /** The preview text that a list of mails shows beside the subject; in the HTML only. */
  readonly preheader: string;
  /** The first line of the body; the subject when left out. */
  readonly heading?: string;
  readonly paragraphs: readonly string[];
  /** A one-time code, shown large; the only 6-digit number of the text part. Source: docs/contract.md#8. */
  readonly code?: string;
  /** What to do with the code, where the mail has a link to follow instead. */
  readonly codeWords?: string;
  /** The one link of the mail. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Text that another person wrote, kept line by line and set apart from ours. */
  readonly quote?: string;
  /** Notes after the link: how long it is valid, what to do if the recipient did not ask for it. */
  readonly notes?: readonly string[];
  /** Why the recipient gets this mail. Source: docs/law-and-search.md#D43. */
  readonly reason: string;
  /** The unsubscribe link of advertising mails; `onlyInHtml` leaves it out of a text part with a one-time link. */
  readonly unsubscribe?: {
    readonly label: string;
    readonly url: string;
    readonly onlyInHtml?: boolean;
  };
}
