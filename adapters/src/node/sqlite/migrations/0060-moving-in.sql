-- Accounts taken over from another service, by a hash of their id: one that was erased here is not taken a second time.
CREATE TABLE moved_accounts (
  id_hash TEXT PRIMARY KEY,
  moved_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX moved_accounts_at ON moved_accounts (moved_at_ms);
-- Hashes of passwords that are not as new ones are: a check asks which kinds there are.
CREATE INDEX users_other_hash ON users (password_hash)
  WHERE (password_hash < '$argon2id$v=19$m=19456,t=2,p=1$' OR password_hash > '$argon2id$v=19$m=19456,t=2,p=1$~');
