import { mkdirSync } from 'node:fs';
import { access, constants, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { containsEmail } from '@coachsite/core/account';
import type { Clock, EpochMs } from '@coachsite/core/kernel';
import type { Mail, Mailer } from '@coachsite/core/mail';
import type { Outbox } from '@coachsite/core/privacy';
import type { SmsSender } from '@coachsite/core/sms';
import { err, ok } from 'neverthrow';
import { mailFields } from '../mail-fields.ts';
import { ownerOfFolder } from '../owner-of-folder.ts';
import { syncFolder } from '../sync-folder.ts';
import { ifThere, namesIn, reasonOf } from './files.ts';
import { removeInThread } from './removal.ts';

/**
 * A folder that stands in for a mail server and a text message service: every mail is one RFC 5322 file, every text
 * message a `.txt` file with the number in digits on its first line. Source: docs/contract.md#2, docs/contract.md#8.
 */
export interface OutboxFolder extends Outbox {
  /** Writes a mail as a file instead of sending it. */
  readonly mailer: Mailer;
  /** Writes a text message as a file instead of sending it. */
  readonly smsSender: SmsSender;
  /** Removes the files written before `before`; returns their count. Source: docs/security.md#PR-2. */
  readonly purge: (before: EpochMs) => Promise<number>;
}

/** Where messages are written, and as whose. */
export interface OutboxOptions {
  /** The folder of the files; made if missing. */
  readonly directory: string;
  /** `Name <address>` of the sender of every mail. */
  readonly from: string;
  /** The time in the names of the files and in the Date header. */
  readonly clock: Clock;
}

/**
 * Writes and syncs the file under a temporary name, then renames it and syncs the folder. So a reader never sees half a
 * mail, a mail that counts as sent survives a power cut, and a failed write leaves nothing.
 */
async function writeWhole(path: string, content: Uint8Array): Promise<void> {
  const owner = ownerOfFolder(dirname(path));
  const part = `${path}.part`;
  try {
    const file = await open(part, 'w', 0o600);
    try {
      await file.writeFile(content);
      if (owner) await file.chown(owner.uid, owner.gid);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await Promise.allSettled([part, path].map((name) => rm(name, { force: true })));
    throw error;
  }
}

/** Sorts by time: `20261121T120000000Z`. */
const stamp = (now: EpochMs) => new Date(now).toISOString().replace(/[-:.]/g, '');

async function removeOld(path: string, before: EpochMs): Promise<boolean> {
  const found = await ifThere(stat(path));
  if (!found || found.mtimeMs >= before) return false;
  await rm(path, { force: true });
  return true;
}

/** Opens the outbox folder; creates it with mode 0700. */
export function openOutbox({ directory, from, clock }: OutboxOptions): OutboxFolder {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const compose = async (mail: Mail): Promise<Uint8Array> => {
    // On demand, as in the mailer for SMTP.
    const { createTransport } = await import('nodemailer');
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message } = await composer.sendMail({
      ...mailFields(mail, from),
      date: new Date(clock.now()),
    });
    return message as Buffer;
  };

  // Names stay in the order of sending even within one millisecond.
  let latest = 0;
  const nextStamp = () => {
    latest = Math.max(latest + 1, clock.now());
    return stamp(latest);
  };

  return {
    mailer: {
      send: async (mail) => {
        try {
          const name = `${nextStamp()}-${mail.id}.eml`;
          await writeWhole(join(directory, name), await compose(mail));
          return ok(undefined);
        } catch (error) {
          return err({ kind: 'mail_not_sent', problem: 'folder', reason: reasonOf(error) });
        }
      },
      verify: async () => {
        try {
          await access(directory, constants.W_OK);
          return ok(undefined);
        } catch (error) {
          return err({ kind: 'mail_not_sent', problem: 'folder', reason: reasonOf(error) });
        }
      },
    },
    smsSender: {
      send: async ({ id, to, text }) => {
        try {
          const name = `${nextStamp()}-${id}.txt`;
          await writeWhole(join(directory, name), Buffer.from(`${to}\n${text}\n`, 'utf8'));
          return ok(undefined);
        } catch (error) {
          return err({ kind: 'sms_send_failed', problem: 'unavailable', reason: reasonOf(error) });
        }
      },
    },
    removeAbout: async (recipient) => {
      // The sender's own address is in every mail, and those mails are about other people.
      if (containsEmail(from, recipient)) return 0;
      return removeInThread({ directory, recipient });
    },
    purge: async (before) => {
      let removed = 0;
      for await (const names of namesIn(directory, /\.(eml|txt)(\.part)?$/)) {
        const old = await Promise.all(
          names.map((name) => removeOld(join(directory, name), before)),
        );
        removed += old.filter(Boolean).length;
      }
      return removed;
    },
  };
}
