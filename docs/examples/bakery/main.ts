import { checkNewPassword } from '@coachsite/core/account';
import { filterPrograms, programTypeOf } from '@coachsite/core/catalogue';
import { acceptAll, readConsent, saveConsent } from '@coachsite/core/consent';
import { readStatistics, recordDownload } from '@coachsite/core/ebook';
import { dayMs } from '@coachsite/core/kernel';
import { languageUrl, requestLanguage } from '@coachsite/core/language';
import { isLocked, recordFailure } from '@coachsite/core/lockout';
import { announceLaunch, confirmInterest, registerInterest } from '@coachsite/core/notify-me';
import { requireAdmin } from '@coachsite/core/roles';
import {
  memoryClock,
  memoryDigest,
  memoryDownloadLog,
  memoryIds,
  memoryInterestStore,
  memoryLaunchStore,
  memoryMailQueue,
  memoryRandom,
  memorySecurityLog,
} from '@coachsite/core/testing';
import {
  consentPolicy,
  courses,
  courseTypes,
  languages,
  lockout,
  passwordRules,
  statistics,
  titles,
  waitingList,
} from './bakery.ts';
import { mails } from './mails.ts';

// Half past eleven at night in Lisbon; in Brussels it is tomorrow.
const clock = memoryClock(Date.parse('2026-11-24T23:30:00Z'));
const mailQueue = memoryMailQueue();
const interests = memoryInterestStore(mailQueue);
const ports = {
  clock,
  interests,
  launches: memoryLaunchStore(interests, mailQueue),
  downloads: memoryDownloadLog(),
  securityLog: memorySecurityLog(),
  interestMails: mails,
  ids: memoryIds(),
  random: memoryRandom(),
  digest: memoryDigest,
};

// Languages
const language = requestLanguage({ query: 'fr', cookie: 'en' }, languages);
const unknown = requestLanguage({ query: 'nl', cookie: undefined }, languages);
console.log('languages:', language, unknown, languageUrl('/courses', language, languages));

// The shop
const listed = courses.map((course) => {
  const title = titles[course.id][language];
  return { ...course, title, description: '' };
});
const type = programTypeOf('workshop', courseTypes);
const found = filterPrograms(listed, { text: 'croissant', type });
console.log('workshops:', found.map(({ title }) => title).join(', '));

// The waiting list, from the form to the mail of the launch
const asked = { email: 'Zoe@example.com', programId: 'croissants-in-a-day', language };
await registerInterest(ports, waitingList, asked);
const rejected = await registerInterest(ports, waitingList, {
  ...asked,
  programId: 'bread-at-home',
});
console.log('not awaited:', rejected.isErr() && JSON.stringify(rejected.error.fields));

const [confirmation] = await mailQueue.take(1, clock.now() + dayMs, clock.now());
await mailQueue.markSent(confirmation?.mail.id ?? '', clock.now());
await confirmInterest(ports, { token: confirmation?.mail.text.split('token=')[1] ?? '' });
console.log('confirmation:', confirmation?.mail.to, confirmation?.mail.subject);

const actor = {
  userId: 'baker',
  sessionId: '1',
  roles: ['admin'],
  needsSecondFactor: false,
} as const;
const baker = requireAdmin(actor);
if (baker.isOk()) {
  const { programId } = asked;
  const context = { ip: '192.0.2.1', userAgent: 'bakery' };
  await announceLaunch(ports, waitingList, { admin: baker.value, programId, context });
}
const [launch] = await mailQueue.take(1, clock.now() + dayMs, clock.now());
console.log('launch:', launch?.mail.to, launch?.mail.subject);

// The recipe, counted by the days of Lisbon
await recordDownload(ports, statistics, { kind: 'download' });
const { today, days } = await readStatistics(ports, statistics);
console.log('downloads:', today, days.at(-1)?.date, days.length);

// Cookies
const proof = { id: '7', policyVersion: consentPolicy.version, savedAt: clock.now(), language };
const stored = JSON.stringify(saveConsent(acceptAll, proof));
const fresh = { id: '8', language: unknown };
const isValid = (days: number) =>
  readConsent(stored, consentPolicy, fresh, clock.now() + days * dayMs) !== undefined;
console.log('consent:', isValid(89), isValid(90));

// Signing in
const failures = [1, 2, 3].reduce(
  (record) => recordFailure(record, lockout, clock.now()),
  undefined as ReturnType<typeof recordFailure> | undefined,
);
console.log('locked:', isLocked(failures, lockout, clock.now()));
for (const password of ['Padaria2026!', 'Passw0rd!', 'Forno-Quente-7'])
  console.log('password:', password, checkNewPassword(password, {}, passwordRules).isOk());
