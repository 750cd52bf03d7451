import { loadConfig } from './open-ports.ts';
import { emailOf } from './recipient.ts';

/** Sends a test mail over the configured way and says how that went. Returns the exit status. */
export async function sendTestMail(
  given: string,
  printFailure: (line: string) => void = console.error,
): Promise<number> {
  const email = emailOf(given);
  const { testMailSettings } = await import('@coachsite/server/mail-test');
  const { hasPassed, lines } = await testMailSettings(await loadConfig(), email);
  for (const line of lines) (hasPassed ? console.log : printFailure)(line);
  return hasPassed ? 0 : 1;
}
