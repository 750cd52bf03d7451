import { isPhoneRecipient } from '@coachsite/core/account';
import {
  erasePerson,
  exportPerson,
  exportText,
  type PersonIdentifier,
} from '@coachsite/core/privacy';
import type { Ports } from '@coachsite/server/compose';
import { CommandError, runCommand } from './support/command.ts';
import { commandLineContext, withPorts } from './support/open-ports.ts';
import { emailOf, recipientOf, recipientOptions } from './support/recipient.ts';
import { printJson, printJsonText } from './support/words.ts';

const help = `npm run privacy -- <what> --email E | --phone P

  export   everything kept about one person, as JSON: accounts with sessions and second factors, messages, the waiting
           list, mails and text messages that wait, the security log, error reports of browsers. Times are UTC.
  erase    deletes all of it, mails and text messages included. The last admin keeps the account: appoint another first.

  --email E   the person has this e-mail address; - reads it from standard input, as an argument is visible to others on
              the machine
  --phone P   the person has this phone number, as 0470 11 12 22 or +31 6 12345678. It finds the accounts with
              this number; what is kept under their e-mail addresses is found by those.

Works while the server runs. Source of the duty: articles 15, 17 and 20 GDPR.`;

/** Finds whom the command is about; an address or number that cannot be one is explained at once. */
function personOf(
  values: Parameters<typeof recipientOf>[0],
): (ports: Ports) => Promise<PersonIdentifier> {
  const find = recipientOf(values);
  if (values.email) emailOf(values.email);
  return async (ports) => {
    const found = await find(ports);
    return isPhoneRecipient(found) ? { phone: found } : { email: emailOf(found) };
  };
}

await runCommand({
  help,
  printsJson: true,
  options: recipientOptions,
  actions: {
    export: {
      takes: ['email', 'phone'],
      run: (values) => {
        const find = personOf(values);
        return withPorts(async (ports) => {
          const person = await find(ports);
          printJsonText(
            exportText(await exportPerson(ports, { person, context: commandLineContext })),
          );
        });
      },
    },
    erase: {
      takes: ['email', 'phone'],
      run: (values) => {
        const find = personOf(values);
        return withPorts(async (ports) => {
          const person = await find(ports);
          const erased = await erasePerson(ports, { person, context: commandLineContext });
          if (erased.isErr()) {
            const who = 'email' in person ? person.email : `+${person.phone}`;
            throw new CommandError(`${who} is the last admin. Appoint another one first.`);
          }
          printJson(erased.value);
        });
      },
    },
  },
});
