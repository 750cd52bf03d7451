-- Two people may have signed up with an address: confirming it drops the password.
ALTER TABLE users ADD COLUMN password_doubtful INTEGER NOT NULL DEFAULT 0;
