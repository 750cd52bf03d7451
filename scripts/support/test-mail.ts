import { loadConfig } from './open-ports.ts';
import { emailOf } from './recipient.ts';

/**
 * Sends a test mail over the configured way and says how that went: with `print`, or on stderr if it failed. Returns
 * the exit status.
 */
export async function sendTestMail(given: string, print = console.log): Promise<number> {
  const email = emailOf(given);
  const { testMailSettings } = await import('@coachsite/server/mail-test');
  const { hasPassed, lines } = await testMailSettings(await loadConfig(), email);
  for (const line of lines) (hasPassed ? print : console.error)(line);
  return hasPassed ? 0 : 1;
}
