-- What statements ask of the content of a row, in columns of its own, as PostgreSQL has them: one text serves both databases.
ALTER TABLE mail_queue ADD COLUMN recipient TEXT;
ALTER TABLE mail_queue ADD COLUMN reply_to TEXT;
ALTER TABLE mail_queue ADD COLUMN has_secret INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mail_queue ADD COLUMN has_unsubscribe INTEGER NOT NULL DEFAULT 0;
UPDATE mail_queue SET
  recipient = json_extract(content, '$.to'),
  reply_to = json_extract(content, '$.replyTo.address'),
  has_secret = json_extract(content, '$.secretUntil') IS NOT NULL,
  has_unsubscribe = json_extract(content, '$.unsubscribeUrl') IS NOT NULL
WHERE content <> '';
DROP INDEX mail_queue_to;
DROP INDEX mail_queue_reply_to;
CREATE INDEX mail_queue_recipient ON mail_queue (lower(recipient));
CREATE INDEX mail_queue_reply_to ON mail_queue (lower(reply_to));

ALTER TABLE sms_queue ADD COLUMN recipient TEXT NOT NULL DEFAULT '';
UPDATE sms_queue SET recipient = json_extract(content, '$.to');
CREATE INDEX sms_queue_recipient ON sms_queue (recipient);

-- Whether anybody can cause it: 0 or 1. The rows that are bounded.
ALTER TABLE security_events ADD COLUMN is_public INTEGER NOT NULL DEFAULT 0;
UPDATE security_events SET is_public = 1 WHERE source = 'server' AND action_type NOT IN (
  'admin_access', 'role_change', 'account_banned', 'account_unbanned', 'admin_setup', 'ebook_replaced',
  'ebook_restored', 'facts_changed', 'facts_restored', 'message_change', 'pause_change', 'launch_announced',
  'launch_changed', 'launch_tested', 'mail_retried', 'data_export', 'data_erasure', 'keys_rotated'
);
DROP INDEX security_events_by_network;
CREATE INDEX security_events_public ON security_events (seq) WHERE is_public = 1;
CREATE INDEX security_events_network ON security_events (network_bucket, severity) WHERE is_public = 1;

ALTER TABLE facts_version ADD COLUMN portrait_key TEXT;
UPDATE facts_version SET portrait_key = json_extract(overlay, '$.coach.portrait.file');

DROP INDEX consent_records_number;
CREATE INDEX consent_records_number ON consent_records (lower(id));
