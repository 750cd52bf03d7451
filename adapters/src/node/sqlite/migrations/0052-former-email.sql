-- The address of an account whose mailbox another account has; the rest of this migration is in rows/fold-emails.ts.
ALTER TABLE users ADD COLUMN former_email TEXT;
CREATE INDEX users_former_email ON users (former_email) WHERE former_email IS NOT NULL;
