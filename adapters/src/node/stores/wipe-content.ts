import type { Database } from '../sql/database.ts';

/** Statements that remove the content, in this order, children first. Settings, keys, admins and the log stay. */
const contentRemovals = [
  'DELETE FROM content_version',
  'DELETE FROM picture_file',
  'DELETE FROM ebook_version',
  'DELETE FROM ebook_download_day',
  'DELETE FROM contact_messages',
  'DELETE FROM launches',
  'DELETE FROM interest_links',
  'DELETE FROM interests',
  'DELETE FROM mail_queue',
  "DELETE FROM users WHERE id NOT IN (SELECT user_id FROM user_roles WHERE role = 'admin')",
];

/** Deletes the content of visitors and samples in one commit; admin accounts and the security log stay. */
export function wipeContent({ write }: Database): Promise<void> {
  return write(async (on) => {
    for (const removal of contentRemovals) await on.run(removal, {});
  });
}
