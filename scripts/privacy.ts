import { checkEmail, checkPhone, emailReasonsText } from '@coachsite/core/account';
import {
  erasePerson,
  exportPerson,
  exportText,
  type PersonIdentifier,
} from '@coachsite/core/privacy';
import { CommandError, runCommand, UsageError } from './support/command.ts';
import { commandLineContext, withPorts } from './support/open-ports.ts';

const help = `npm run privacy -- <what> --email E | --phone P

  export   everything kept about one person, as JSON: accounts with sessions and second factors, messages, the waiting
           list, mails and text messages that wait, the security log, error reports of browsers. Times are UTC.
  erase    deletes all of it, mails and text messages included. The last admin keeps the account: appoint another first.

  --email E   the person has this e-mail address
  --phone P   the person has this phone number, with the code of the country: +32470111222. It finds the accounts with
              this number; what is kept under their e-mail addresses is found by those.

Works while the server runs. Source of the duty: articles 15, 17 and 20 GDPR.`;

/** Whom the command is about; an address or number that cannot be one is explained. */
function personOf({ email, phone }: { email?: string; phone?: string }): PersonIdentifier {
  if (email && phone) throw new UsageError('Either --email or --phone');
  if (phone) {
    const checked = checkPhone(phone);
    if (checked.isErr()) throw new CommandError('Invalid phone number: give it as +32470111222');
    return { phone: checked.value };
  }
  if (!email) throw new UsageError('--email or --phone is missing');
  const checked = checkEmail(email);
  if (checked.isErr()) {
    throw new CommandError(`Invalid email: ${emailReasonsText(checked.error.reasons)}`);
  }
  return { email: checked.value };
}

await runCommand({
  help,
  options: { email: { type: 'string' }, phone: { type: 'string' } },
  run: async (values, [what, ...rest]) => {
    if (rest.length > 0) throw new UsageError(`Not understood: ${rest.join(' ')}`);
    if (what !== 'export' && what !== 'erase') {
      throw new UsageError(what ? `Unknown: ${what}` : 'Say what to do');
    }
    const person = personOf(values);
    await withPorts(async (ports) => {
      if (what === 'export') {
        console.log(exportText(await exportPerson(ports, person, commandLineContext)));
        return;
      }
      const erased = await erasePerson(ports, person, commandLineContext);
      if (erased.isErr()) {
        const who = 'email' in person ? person.email : `+${person.phone}`;
        throw new CommandError(`${who} is the last admin. Appoint another one first.`);
      }
      console.log(JSON.stringify(erased.value, null, 2));
    });
  },
});
