-- Grows with whatever ends all sessions of a user, so that a sign-in under way adds none afterwards.
ALTER TABLE users ADD COLUMN security_stamp BIGINT NOT NULL DEFAULT 0;
ALTER TABLE auth_codes ADD COLUMN security_stamp BIGINT NOT NULL DEFAULT 0;
