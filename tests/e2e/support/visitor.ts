import { randomUUID } from 'node:crypto';

/** A choice already made, so that the banner stays away; tests about consent clear it. */
export const decided = { necessary: true, functional: false, analytics: false, marketing: false };

/** A password that every rule accepts: no character stands twice in a row. */
export function newPassword(): string {
  return `Zonig-${randomUUID().slice(0, 13).replaceAll(/(.)\1/g, '$1x')}-9Q`;
}

/** An address nobody used before. */
export function newEmail(): string {
  return `visitor-${randomUUID()}@example.com`;
}
