import type {
  FactProblem,
  FactReason,
  MissingFact,
  MissingReason,
  OfferId,
} from '@coachsite/core/facts';
import type { Language } from '@coachsite/core/language';
import enProblems from '@coachsite/ui/content/en/problems.json' with { type: 'json' };
import en from '@coachsite/ui/content/en/site-facts.json' with { type: 'json' };
import nlProblems from '@coachsite/ui/content/nl/problems.json' with { type: 'json' };
import nl from '@coachsite/ui/content/nl/site-facts.json' with { type: 'json' };
import { fill } from '../../mails/texts.ts';

/** The words for facts; a reason without a text in one language does not compile. */
const texts: Readonly<
  Record<
    Language,
    {
      readonly line: string;
      readonly reasons: Readonly<Record<FactReason, string>>;
      readonly missing: Readonly<Record<MissingReason, string>>;
      readonly offers: Readonly<Record<OfferId, string>>;
    }
  >
> = { nl, en };

/** Why a field of the facts is wrong, in words. */
export function factReasonText(
  language: Language,
  { reason, line }: Pick<FactProblem, 'reason' | 'line'>,
): string {
  const { line: inLine, reasons } = texts[language];
  const text = reasons[reason];
  return line ? fill(inLine, { line: String(line), text }) : text;
}

/** What is missing, in words. The popular program is a claim whose value is the id of an offer. */
export function missingText(
  language: Language,
  { reason, value = '', asOf = '' }: Pick<MissingFact, 'reason' | 'value' | 'asOf'>,
): string {
  const { missing, offers } = texts[language];
  const shown = value in offers ? offers[value as OfferId] : value;
  return fill(missing[reason], { value: shown, asOf });
}

/** The words for errors of the calls. */
export const problemTexts = { nl: nlProblems, en: enProblems };
