-- `reminded_at_ms`: when the mail that a reply is due soon named the message. `late_mail_at_ms`: when the last mail about
-- late replies named it.
ALTER TABLE contact_messages ADD COLUMN reminded_at_ms INTEGER;
ALTER TABLE contact_messages ADD COLUMN late_mail_at_ms INTEGER;
CREATE INDEX contact_messages_new ON contact_messages (received_at_ms) WHERE status = 'new';

-- Pauses of the promise to reply: calendar days in Brussels, and when they stop and resume the time.
CREATE TABLE reply_pauses (
  from_day TEXT NOT NULL,
  until_day TEXT NOT NULL,
  starts_at_ms INTEGER NOT NULL,
  ends_at_ms INTEGER NOT NULL
) STRICT;
