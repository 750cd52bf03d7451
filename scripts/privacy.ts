import { checkEmail, emailReasonsText } from '@coachsite/core/account';
import { erasePerson, exportPerson, exportText } from '@coachsite/core/privacy';
import { CommandError, runCommand, UsageError } from './command.ts';
import { commandLineContext, withPorts } from './open-ports.ts';

const help = `npm run privacy -- <what> --email E

  export   everything kept about one person, as JSON: accounts with sessions and second factors, messages,
           the waiting list, text messages that wait, the security log. Times are UTC.
  erase    deletes all of it, mails and text messages included. The last admin keeps the account: appoint another first.

Works while the server runs. Source of the duty: articles 15, 17 and 20 GDPR.`;

await runCommand({
  help,
  options: { email: { type: 'string' } },
  run: async ({ email: given }, [what, ...rest]) => {
    if (rest.length > 0) throw new UsageError(`Not understood: ${rest.join(' ')}`);
    if (what !== 'export' && what !== 'erase') {
      throw new UsageError(what ? `Unknown: ${what}` : 'Say what to do');
    }
    if (!given) throw new UsageError('--email is missing');
    const checked = checkEmail(given);
    if (checked.isErr()) {
      throw new CommandError(`Invalid email: ${emailReasonsText(checked.error.reasons)}`);
    }
    const email = checked.value;
    await withPorts(async (ports) => {
      if (what === 'export') {
        const data = await exportPerson(ports, email, commandLineContext);
        console.log(exportText(data));
        return;
      }
      const erased = await erasePerson(ports, email, commandLineContext);
      if (erased.isErr()) {
        throw new CommandError(`${email} is the last admin. Appoint another one first.`);
      }
      console.log(JSON.stringify(erased.value, null, 2));
    });
  },
});
