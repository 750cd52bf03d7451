-- An address is an e-mail or postal address. A session and an event have an IP, a one-time token has a recipient.
ALTER TABLE sessions RENAME COLUMN address TO ip;
ALTER TABLE security_events RENAME COLUMN address TO ip;
ALTER TABLE one_time_tokens RENAME COLUMN address TO recipient;
DROP INDEX one_time_tokens_by_address;
CREATE INDEX one_time_tokens_by_recipient ON one_time_tokens (recipient);
