import { checkEmail, scorePassword } from '@coachsite/core/account';
import { acceptAll, consentEffects } from '@coachsite/core/consent';
import { defaultLockout, defaultRateLimit } from '@coachsite/core/defaults';
import { isLocked, type LockoutRecord, recordFailure } from '@coachsite/core/lockout';
import { allowAttempt, waitMs } from '@coachsite/core/rate-limit';
import { sanitise } from '@coachsite/core/text';

// A rule is a function of its arguments. The time is one of them, so that yesterday can be tried today.
const now = Date.UTC(2026, 10, 24, 12);
const minute = 60_000;

// Errors are values: `Result` of neverthrow.
console.log(checkEmail(' Ann@Example.com ').unwrapOr('none')); // ann@example.com
console.log(checkEmail('ann@example').map(String).unwrapOr('not an address')); // not an address
console.log(scorePassword('Kraanvogel-7!zee').score); // 5
console.log(sanitise('<b>Dag</b> javascript:alert(1)')); // bDag/b alert(1)

// Five failures lock an account for fifteen minutes.
let record: LockoutRecord | undefined;
for (let failure = 0; failure < 5; failure += 1)
  record = recordFailure(record, defaultLockout, now);
console.log(isLocked(record, defaultLockout, now + 14 * minute)); // true
console.log(isLocked(record, defaultLockout, now + 15 * minute)); // false

// Three attempts in a minute, of which two were made ten seconds ago.
const limit = { ...defaultRateLimit, maxAttempts: 3, windowMs: minute };
const third = allowAttempt([now - 10_000, now - 10_000], limit, now);
console.log(third.allowed, third.times.length); // true 3
console.log(waitMs(third.times, limit, now)); // 50000

// What follows from the choice of a visitor who accepts all cookies.
console.log(consentEffects(acceptAll).loadAnalytics); // true
