import type { PhoneReader } from '../account/index.ts';
import { isBankAccount, isEnterpriseNumber } from '../company/index.ts';
import type { EpochMs } from '../kernel/index.ts';
import { languages } from '../language/index.ts';
import { isPresentable, type Testimonial } from '../testimonials/index.ts';
import { trimTyped } from '../text/index.ts';
import { checkClaims } from './check-claims.ts';
import type { CoachFacts, CompanyFacts, Localised, OwnerFacts, PageTexts, Price } from './facts.ts';
import {
  type Check,
  checkLine,
  type FactProblem,
  factLimits,
  isBlank,
  isHttpsUrl,
  isPastYear,
  isPhoneNumber,
} from './fields.ts';
import { isFillable, isPlain, readQuestions } from './page-texts.ts';

/** The highest price, in euro cents: what is above it is a typing error. */
export const highestPriceCents = 1_000_000;

/** The longest minimum term, in months. */
const longestTermMonths = 24;

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

function checkTexts(check: Check, { homeLead, aboutLead, aboutStory, faq }: PageTexts) {
  checkLocalised(check, 'texts.homeLead', homeLead, factLimits.lead);
  checkLocalised(check, 'texts.aboutLead', aboutLead, factLimits.lead);
  checkLocalised(check, 'texts.aboutStory', aboutStory, factLimits.page);
  checkLocalised(check, 'texts.faq', faq, factLimits.page);
  for (const [name, text] of Object.entries({ homeLead, aboutLead, aboutStory, faq })) {
    if (!text) continue;
    for (const language of languages) {
      const field = `texts.${name}.${language}`;
      const isFaq = name === 'faq';
      if (!isFillable(text[language], isFaq)) check(field, 'not_fillable');
      if (!isPlain(text[language])) check(field, 'not_plain');
      if (!isFaq) continue;
      const read = readQuestions(text[language]);
      if ('reason' in read) check(field, read.reason, read.line);
    }
  }
}

/**
 * Every wrong field of the facts; empty when they may be published. `now` is in milliseconds; with infinity no day or
 * year is in the future. A claim that is too old is no problem here: the preflight lists it. With `readPhone`, as for facts
 * that are to be saved, the phone number must be one that can be dialled.
 * Source: docs/contract.md#3, docs/law-and-search.md#A2, docs/law-and-search.md#A3, docs/law-and-search.md#C1.
 */
export function factProblems(
  facts: OwnerFacts,
  now: EpochMs,
  readPhone?: PhoneReader,
): readonly FactProblem[] {
  const problems = new Map<string, Omit<FactProblem, 'field'>>();
  // The first reason of a field is the one to show.
  const check: Check = (field, reason, line) => {
    if (!problems.has(field)) problems.set(field, { reason, ...(line && { line }) });
  };
  checkCoach(check, facts.coach, now);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(trimTyped(facts.email)) || facts.email.length > 254)
    check('email', 'not_an_email');
  const { phone } = facts;
  if (phone !== '' && !(isPhoneNumber(phone) && (!readPhone || readPhone(phone))))
    check('phone', 'not_a_phone');
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
  checkTexts(check, facts.texts ?? {});
  return [...problems].map(([field, problem]) => ({ field, ...problem }));
}
