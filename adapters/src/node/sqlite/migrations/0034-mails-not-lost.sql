-- What a mail that is not sent yet needs to survive a mail server that is away or says "too many": why the last attempt
-- failed, attempts that never ended (the process died), when the server took no mail at all, when it was given up.
ALTER TABLE mail_queue ADD COLUMN problem TEXT NOT NULL DEFAULT '';
ALTER TABLE mail_queue ADD COLUMN unfinished INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mail_queue ADD COLUMN postponed_at_ms INTEGER;
ALTER TABLE mail_queue ADD COLUMN gave_up_at_ms INTEGER;
CREATE INDEX mail_queue_sent ON mail_queue (sent_at_ms) WHERE state = 'sent';

ALTER TABLE sms_queue ADD COLUMN unfinished INTEGER NOT NULL DEFAULT 0;

-- A pause of a whole queue: in the database, so that a restart does not end it.
CREATE TABLE queue_pauses (
  queue TEXT PRIMARY KEY CHECK (queue IN ('mail_queue', 'sms_queue')),
  problem TEXT NOT NULL,
  failures INTEGER NOT NULL,
  until_ms INTEGER NOT NULL
) STRICT;

-- `announced_at_ms` is from now on when the launch mail was accepted by the mail server.
ALTER TABLE interests ADD COLUMN launch_mail_id TEXT;
CREATE INDEX interests_launch_mail ON interests (launch_mail_id) WHERE launch_mail_id IS NOT NULL;

-- Which of the mails that wait carry a link is not recorded; those to the coach carry none.
UPDATE mail_queue SET content = json_set(content, '$.secretUntil', enqueued_at_ms + 604800000)
WHERE state = 'waiting' AND json_extract(content, '$.replyTo') IS NULL;
