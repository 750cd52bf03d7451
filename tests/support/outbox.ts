import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

/** A mail as its recipient sees it. */
export interface ReadMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The one stand-alone 6-digit number of the text. */
  readonly code: string | undefined;
  /** The first link with a `type` in its query. */
  readonly link: URL | undefined;
}

async function readMail(path: string): Promise<ReadMail> {
  const mail = await PostalMime.parse(readFileSync(path));
  const text = mail.text ?? '';
  const links = [...text.matchAll(/https?:\/\/[^\s>]+/g)].map(([link]) => new URL(link));
  return {
    to: mail.to?.[0]?.address ?? '',
    subject: mail.subject ?? '',
    text,
    html: mail.html ?? '',
    code: /^\s*(\d{6})\s*$/m.exec(text)?.[1],
    link: links.find(({ searchParams }) => searchParams.has('type')),
  };
}

/** Every mail in an outbox folder, oldest first. */
export async function readOutbox(directory: string): Promise<readonly ReadMail[]> {
  if (!existsSync(directory)) return [];
  const files = readdirSync(directory)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => ({ name, at: statSync(join(directory, name)).mtimeMs }));
  // Several servers write to it, whose names follow clocks that tests set.
  const ordered = files.toSorted((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1));
  return Promise.all(ordered.map(({ name }) => readMail(join(directory, name))));
}
