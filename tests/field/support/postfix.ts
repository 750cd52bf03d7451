import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';

const idOf = (flag: '-u' | '-g', user: string) =>
  Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));

/** The services of Postfix that take a mail by SMTP and put it into a mailbox, none of them in a chroot. */
const services = (port: number) => `127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;

/** Starts a Postfix that takes mails for every address of the domains into one Maildir, after postgrey has made it wait. */
export async function startGreylistedPostfix(domains: readonly string[]) {
  // Its programs run as another user, who may not enter the temporary folder of the tests.
  const folder = mkdtempSync(join('/tmp', 'postfix-'));
  chmodSync(folder, 0o755);
  const [port, greyPort] = [await freePort(), await freePort()];
  const owned = (name: string, user: string) => {
    const path = join(folder, name);
    mkdirSync(path);
    chownSync(path, idOf('-u', user), idOf('-g', user));
    return path;
  };
  const [mailbox, seen] = [owned('mail', 'nobody'), owned('grey', 'postgrey')];
  const grey = spawn(
    'postgrey',
    [`--inet=127.0.0.1:${greyPort}`, '--delay=10', `--dbdir=${seen}`],
    { stdio: 'ignore' },
  );
  const ended = once(grey, 'exit');
  const settings = {
    compatibility_level: '3.6',
    queue_directory: join(folder, 'queue'),
    data_directory: owned('data', 'postfix'),
    maillog_file: join(folder, 'log'),
    maillog_file_prefixes: folder,
    myhostname: 'mail.example.net',
    mydestination: '',
    mynetworks: '',
    alias_maps: '',
    inet_interfaces: '127.0.0.1',
    virtual_mailbox_domains: domains.join(' '),
    virtual_mailbox_base: mailbox,
    virtual_mailbox_maps: 'static:all/',
    virtual_uid_maps: `static:${idOf('-u', 'nobody')}`,
    virtual_gid_maps: `static:${idOf('-g', 'nobody')}`,
    smtpd_recipient_restrictions: `reject_unauth_destination, check_policy_service inet:127.0.0.1:${greyPort}`,
  };
  mkdirSync(join(folder, 'queue'));
  const lines = Object.entries(settings).map((pair) => pair.join(' = '));
  writeFileSync(join(folder, 'main.cf'), `${lines.join('\n')}\n`);
  writeFileSync(join(folder, 'master.cf'), services(port));
  const control = (action: string) =>
    execFileSync('postfix', ['-c', folder, action], { stdio: ['ignore', 'ignore', 'pipe'] });
  control('start');
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** The files of the mails that were delivered. */
    mails: () => {
      const inbox = join(mailbox, 'all', 'new');
      return readdirSync(mailbox).length > 0
        ? readdirSync(inbox).map((name) => join(inbox, name))
        : [];
    },
    stop: async () => {
      control('stop');
      grey.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
