import { err, ok, type Result } from 'neverthrow';
import { z } from 'zod';
import type { ArticleDrawing } from '../../contract/index.ts';
import { type Mistake, mistakes } from './mistakes.ts';

/** What an author writes between the braces of a figure. */
export type Attributes = Readonly<Record<string, string | null | undefined>>;

const number = z.coerce.number().positive();
const whole = z.coerce.number().int();
const flag = z
  .string()
  .optional()
  .transform((value) => value !== undefined);

const dayNames = [
  ['ma', 'mon'],
  ['di', 'tue'],
  ['wo', 'wed'],
  ['do', 'thu'],
  ['vr', 'fri'],
  ['za', 'sat'],
  ['zo', 'sun'],
];

/** The number of a day, from 1 for Monday. */
const day = (name: string) =>
  dayNames.findIndex((names) => names.includes(name.trim().toLowerCase())) + 1;

const wholes = z.string().transform((text, context) => {
  const numbers = text.split(',').map((one) => Number(one));
  if (numbers.every((one) => Number.isInteger(one) && one > 0)) return numbers;
  context.addIssue(mistakes.numbers.en);
  return z.NEVER;
});

const days = z.string().transform((text, context) => {
  const found = text.split(',').map(day);
  if (found.every((one) => one > 0)) return found;
  context.addIssue(mistakes.days.en);
  return z.NEVER;
});

const slot = /^(\S+) (\d{1,2}):([03]0)$/;

/** Half hours of a week, from 0 for Monday 0:00 to 0:30. */
const slots = z.string().transform((text, context) => {
  const found = text.split(',').map((one) => {
    const [, name = '', hour, minute] = slot.exec(one.trim()) ?? [];
    return day(name) === 0 || Number(hour) > 23
      ? -1
      : (day(name) - 1) * 48 + Number(hour) * 2 + (minute === '30' ? 1 : 0);
  });
  if (found.every((one) => one >= 0)) return found;
  context.addIssue(mistakes.halfHours.en);
  return z.NEVER;
});

const kinds = {
  zone: z
    .strictObject({ step: number, from: number, to: number, rising: flag })
    .refine(({ step, from, to }) => from < to && to / step <= 120, {
      path: ['to'],
      message: mistakes.range.en,
    })
    .transform((given) => ({ kind: 'zone' as const, ...given })),
  row: z
    .strictObject({
      n: whole.min(1).max(120),
      lit: whole.min(0).optional(),
      marks: wholes.default([]),
      rising: flag,
    })
    .transform(({ n, lit = n, ...rest }) => ({ kind: 'row' as const, n, lit, ...rest })),
  plate: z
    .strictObject({ shares: wholes.refine((all) => all.length === 2 || all.length === 3) })
    .transform((given) => ({ kind: 'plate' as const, ...given })),
  days: z.strictObject({ marks: days }).transform((given) => ({ kind: 'days' as const, ...given })),
  week: z
    .strictObject({ marks: slots })
    .transform((given) => ({ kind: 'week' as const, ...given })),
  pace: z
    .strictObject({ from: number, to: number })
    .transform((given) => ({ kind: 'pace' as const, ...given })),
} satisfies Readonly<Record<ArticleDrawing['kind'], z.ZodType<ArticleDrawing>>>;

const reasons = [mistakes.numbers, mistakes.days, mistakes.halfHours, mistakes.range];

const isKind = (name: string): name is keyof typeof kinds => Object.hasOwn(kinds, name);

/** The drawing that `draw` and its attributes describe, or what is wrong with them. */
export function drawingOf(draw: string, attributes: Attributes): Result<ArticleDrawing, Mistake> {
  if (!isKind(draw)) return err(mistakes.noSuchDrawing(Object.keys(kinds).join(', ')));
  const read = kinds[draw].safeParse(attributes);
  if (read.success) return ok(read.data);
  const [issue] = read.error.issues;
  const reason = reasons.find(({ en }) => en === issue?.message);
  return err(mistakes.drawing(draw, issue?.path.join('.') ?? '', reason, issue?.message ?? ''));
}
