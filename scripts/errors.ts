import { type ReportedError, readReportedErrors } from '@coachsite/core/error-report';
import { exportText } from '@coachsite/core/privacy';
import { runCommand } from './support/command.ts';
import { withPorts } from './support/open-ports.ts';
import { counted, indentedLines, minute, oneLine, printJsonText } from './support/words.ts';

const help = `npm run errors [-- --json] [--search WORDS]

  The errors that browsers reported, newest first, grouped by message and place. Reports are kept for 30 days, and
  200 at most.

  --json           all that is known of each error; times are UTC
  --search WORDS   only reports that contain all of these words, in their message, stack, page or browser

Works while the server runs.`;

function linesOf({ message, count, firstAt, lastAt, urls, userAgent, stack }: ReportedError) {
  const since = count > 1 ? `, first ${minute(firstAt)}` : '';
  return [
    `${count} x  ${minute(lastAt)} UTC${since}  ${oneLine(message) || '(no message)'}`,
    ...[urls.filter(Boolean).map(oneLine).join(', '), oneLine(userAgent), stack].flatMap(
      indentedLines,
    ),
    '',
  ];
}

await runCommand({
  help,
  options: { json: { type: 'boolean' }, search: { type: 'string' } },
  run: ({ json = false, search = '' }) =>
    withPorts(async (ports) => {
      const { errors, reports } = await readReportedErrors(ports, { search });
      if (json) return printJsonText(exportText({ errors }));
      for (const line of errors.flatMap(linesOf)) console.log(line);
      console.log(
        errors.length === 0
          ? `No browser has reported an error${search ? ' with these words' : ''}`
          : `${counted(errors.length, 'error')} in ${counted(reports, 'report')}`,
      );
    }),
});
