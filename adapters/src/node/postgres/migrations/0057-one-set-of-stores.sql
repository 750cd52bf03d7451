-- SQLite gets the columns that these tables have: mails, text messages, events and facts by what statements ask of them.
ALTER TABLE mail_queue ALTER COLUMN has_secret SET DEFAULT 0;
ALTER TABLE mail_queue ALTER COLUMN has_unsubscribe SET DEFAULT 0;
