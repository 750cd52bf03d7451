-- Accounts taken over from another service, by a hash of their id: one that was erased here is not taken a second time.
CREATE TABLE moved_accounts (
  id_hash TEXT COLLATE "C" PRIMARY KEY,
  moved_at_ms BIGINT NOT NULL
);
CREATE INDEX moved_accounts_at ON moved_accounts (moved_at_ms);
-- Hashes of passwords that are not as new ones are: a check asks which kinds there are.
ALTER TABLE users ALTER COLUMN password_hash TYPE TEXT COLLATE "C";
CREATE INDEX users_other_hash ON users (password_hash)
  WHERE (password_hash < '$argon2id$v=19$m=19456,t=2,p=1$' OR password_hash > '$argon2id$v=19$m=19456,t=2,p=1$~');
