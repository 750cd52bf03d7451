import { isBankAccount, isEnterpriseNumber } from '../company/index.ts';
import type { EpochMs } from '../kernel/index.ts';
import { languages } from '../language/index.ts';
import { isPresentable, type Testimonial } from '../testimonials/index.ts';
import type { Claim, CoachFacts, CompanyFacts, Localised, OwnerFacts, Price } from './facts.ts';

/** Why a field of the facts is wrong; its text is `problems:facts.<reason>`. */
const factReasons = [
  'required',
  'too_long',
  'too_many',
  'invalid',
  'not_a_year',
  'not_an_amount',
  'term_needs_month',
  'not_a_term',
  'not_same_lines',
  'not_an_email',
  'not_a_phone',
  'not_a_handle',
  'not_a_url',
  'not_a_date',
  'date_in_future',
  'not_a_number',
  'claim_missing',
  'claim_unknown',
  'duplicate',
  'consent_missing',
  'verification_missing',
  'words_missing',
  'not_an_enterprise_number',
  'not_a_bank_account',
  'not_a_postal_code',
  'not_a_portrait',
] as const;

/** Why a fact is not accepted. */
export type FactReason = (typeof factReasons)[number];

/** One wrong field: its path, such as `prices.1-on-1.amountCents`, and why. */
export interface FactProblem {
  readonly field: string;
  readonly reason: FactReason;
}

/** The highest price, in euro cents: what is above it is a typing error. */
export const highestPriceCents = 1_000_000;

/** The longest minimum term, in months. */
const longestTermMonths = 24;

/** Longest texts, in characters, and longest lists. */
const factLimits = {
  line: 120,
  text: 600,
  lines: 10,
  training: 12,
  testimonials: 30,
  claims: 12,
} as const;

/** The earliest year that is plausible for a training or the first client. */
const earliestYear = 1950;

type Check = (field: string, reason: FactReason) => void;

const isBlank = (text: string) => text.trim() === '';

/** A text that may be empty, but not longer than its limit. */
function checkLine(check: Check, field: string, text: string, limit: number = factLimits.line) {
  if ([...text].length > limit) check(field, 'too_long');
}

/** A text in both languages: complete or absent. */
function checkLocalised(
  check: Check,
  field: string,
  text: Localised | undefined,
  limit: number = factLimits.line,
) {
  if (!text) return;
  for (const language of languages) {
    if (isBlank(text[language])) check(`${field}.${language}`, 'required');
    else checkLine(check, `${field}.${language}`, text[language], limit);
  }
}

/** Whether `year` is a calendar year that has begun, and not before 1950. */
export function isPastYear(year: number, now: EpochMs): boolean {
  const latest = Number.isFinite(now) ? new Date(now).getUTCFullYear() : Number.POSITIVE_INFINITY;
  return Number.isInteger(year) && year >= earliestYear && year <= latest;
}

/** Whether `text` is a phone number with its country or area code, with the usual separators. */
export function isPhone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  return /^\+?[\d\s./()-]+$/.test(text) && digits.length >= 8 && digits.length <= 15;
}

/** Whether `text` is a complete https URL. `http` is enough on a loopback host, for trying things out. */
export function isHttpsUrl(text: string): boolean {
  return /^https:\/\/[^\s/?#@]+\.[^\s/?#@]+(?:[/?#]\S*)?$|^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?(?:[/?#]\S*)?$/i.test(
    text,
  );
}

/** Whether `text` is a day of the calendar, as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/**
 * The problems of one price: a whole number of cents above zero, what it includes in both languages, and a term only
 * for a price per month.
 */
export function priceProblems(price: Price, field = ''): readonly FactProblem[] {
  const problems: FactProblem[] = [];
  const check: Check = (name, reason) =>
    problems.push({ field: field ? `${field}.${name}` : name, reason });
  const { amountCents, minimumTermMonths: term, includes } = price;
  if (!Number.isInteger(amountCents) || amountCents <= 0 || amountCents > highestPriceCents)
    check('amountCents', 'not_an_amount');
  if (term !== undefined) {
    if (price.per !== 'month') check('minimumTermMonths', 'term_needs_month');
    else if (!Number.isInteger(term) || term < 1 || term > longestTermMonths)
      check('minimumTermMonths', 'not_a_term');
  }
  for (const language of languages) {
    const lines = includes[language];
    if (lines.length > factLimits.lines) check(`includes.${language}`, 'too_many');
    if (lines.some((line) => [...line].length > factLimits.line))
      check(`includes.${language}`, 'too_long');
    if (lines.some(isBlank)) check(`includes.${language}`, 'required');
  }
  if (includes.nl.length !== includes.en.length) check('includes.en', 'not_same_lines');
  return problems;
}

function checkCoach(check: Check, coach: CoachFacts, now: EpochMs) {
  checkLine(check, 'coach.name', coach.name, 60);
  const { file, alt, focalPoint } = coach.portrait;
  if (file !== '') checkLocalised(check, 'coach.portrait.alt', alt);
  if (focalPoint && [focalPoint.x, focalPoint.y].some((part) => !(part >= 0 && part <= 100)))
    check('coach.portrait.focalPoint', 'invalid');
  if (coach.training.length > factLimits.training) check('coach.training', 'too_many');
  coach.training.forEach((training, index) => {
    const at = `coach.training.${index}`;
    for (const name of ['title', 'school'] as const) {
      if (isBlank(training[name])) check(`${at}.${name}`, 'required');
      else checkLine(check, `${at}.${name}`, training[name]);
    }
    if (!isPastYear(training.year, now)) check(`${at}.year`, 'not_a_year');
  });
  if (coach.since !== undefined && !isPastYear(coach.since, now))
    check('coach.since', 'not_a_year');
  if (new Set(coach.languages).size < coach.languages.length) check('coach.languages', 'duplicate');
  checkLocalised(check, 'coach.region', coach.region, 60);
  checkLocalised(check, 'coach.reason', coach.reason, factLimits.text);
}

function checkTestimonial(check: Check, at: string, testimonial: Testimonial) {
  const { id, words, sample, consentRef } = testimonial;
  if (!/^[a-z0-9-]{1,40}$/.test(id)) check(`${at}.id`, 'invalid');
  if (!isPresentable(testimonial)) {
    if (isBlank(consentRef)) check(`${at}.consentRef`, 'consent_missing');
    for (const language of languages) {
      if (isBlank(testimonial.verifiedHow[language]))
        check(`${at}.verifiedHow.${language}`, 'verification_missing');
    }
  }
  checkLine(check, `${at}.consentRef`, consentRef);
  for (const language of languages)
    checkLine(check, `${at}.verifiedHow.${language}`, testimonial.verifiedHow[language]);
  if (!words) {
    if (!sample) check(`${at}.words`, 'words_missing');
    return;
  }
  for (const language of languages) {
    for (const part of ['name', 'result', 'text'] as const) {
      const text = words[language][part];
      const field = `${at}.words.${language}.${part}`;
      if (isBlank(text)) check(field, 'required');
      else checkLine(check, field, text, part === 'text' ? factLimits.text : factLimits.line);
    }
  }
}

/**
 * Claims whose number pages use: each must be in the list and begin with its number. Source: docs/rules.md#1,
 * docs/rules.md#9.
 */
const countedClaims = ['clients-helped', 'usual-reply', 'reply-within', 'shop-progress'] as const;

/** A claim whose value is a number. */
export type CountedClaim = (typeof countedClaims)[number];

/** Claims the owner may remove: pages leave them out. Source: docs/law-and-search.md#A2. */
export const optionalClaims = ['satisfaction', 'popular'] as const;

const numbered: readonly string[] = [...countedClaims, 'satisfaction'];
const knownClaims: readonly string[] = [...countedClaims, ...optionalClaims];

function checkClaims(check: Check, claims: readonly Claim[], now: EpochMs) {
  if (claims.length > factLimits.claims) check('claims', 'too_many');
  for (const id of countedClaims)
    if (!claims.some((claim) => claim.id === id)) check(`claims.${id}`, 'claim_missing');
  const seen = new Set<string>();
  for (const { id, value, basis, asOf } of claims) {
    const at = `claims.${id}`;
    if (seen.has(id)) check(at, 'duplicate');
    seen.add(id);
    if (!knownClaims.includes(id)) check(at, 'claim_unknown');
    if (isBlank(value)) check(`${at}.value`, 'required');
    else if (numbered.includes(id) && !(Number.parseInt(value, 10) > 0))
      check(`${at}.value`, 'not_a_number');
    checkLine(check, `${at}.value`, value, 40);
    checkLine(check, `${at}.basis`, basis, factLimits.text);
    if (!isDay(asOf)) check(`${at}.asOf`, 'not_a_date');
    else if (Date.parse(asOf) > now) check(`${at}.asOf`, 'date_in_future');
  }
}

/** A fact of the business may be missing, but not wrong. Source: docs/law-and-search.md#B1. */
function checkCompany(check: Check, company: CompanyFacts) {
  for (const name of ['legalName', 'street', 'city'] as const)
    checkLine(check, `company.${name}`, company[name]);
  for (const name of ['enterpriseNumber', 'vatNumber'] as const)
    if (company[name] !== '' && !isEnterpriseNumber(company[name]))
      check(`company.${name}`, 'not_an_enterprise_number');
  if (company.bankAccount !== '' && !isBankAccount(company.bankAccount))
    check('company.bankAccount', 'not_a_bank_account');
  if (company.postalCode !== '' && !/^\d{4}$/.test(company.postalCode))
    check('company.postalCode', 'not_a_postal_code');
}

/**
 * Every wrong field of the facts; empty when they may be published. `now` is in milliseconds; with infinity no day or
 * year is in the future. A claim that is too old is no problem here: the preflight lists it.
 * Source: docs/contract.md#3, docs/law-and-search.md#A2, docs/law-and-search.md#A3, docs/law-and-search.md#C1.
 */
export function factProblems(facts: OwnerFacts, now: EpochMs): readonly FactProblem[] {
  const problems = new Map<string, FactReason>();
  // The first reason of a field is the one to show.
  const check: Check = (field, reason) => {
    if (!problems.has(field)) problems.set(field, reason);
  };
  checkCoach(check, facts.coach, now);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(facts.email) || facts.email.length > 254)
    check('email', 'not_an_email');
  if (facts.phone !== '' && !isPhone(facts.phone)) check('phone', 'not_a_phone');
  const { handle, url } = facts.instagram;
  if (!/^@[\w.]{1,30}$/.test(handle)) check('instagram.handle', 'not_a_handle');
  const links = { 'instagram.url': url, googleReviewsUrl: facts.googleReviewsUrl };
  for (const [field, link] of Object.entries({ ...links, bookingUrl: facts.bookingUrl })) {
    if (!isHttpsUrl(link)) check(field, 'not_a_url');
    checkLine(check, field, link, 500);
  }
  checkLocalised(check, 'openingPromise', facts.openingPromise, 160);
  for (const [id, price] of Object.entries(facts.prices))
    for (const { field, reason } of price ? priceProblems(price, `prices.${id}`) : [])
      check(field, reason);
  if (facts.testimonials.length > factLimits.testimonials) check('testimonials', 'too_many');
  facts.testimonials.forEach((testimonial, index) => {
    checkTestimonial(check, `testimonials.${index}`, testimonial);
    if (facts.testimonials.findIndex(({ id }) => id === testimonial.id) !== index)
      check(`testimonials.${index}.id`, 'duplicate');
  });
  checkClaims(check, facts.claims, now);
  checkCompany(check, facts.company);
  return [...problems].map(([field, reason]) => ({ field, reason }));
}
