-- Where an account has signed in, for the mail about a new device: a hash of what the device holds, and of the account.
CREATE TABLE known_devices (
  hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  first_seen_at_ms INTEGER NOT NULL,
  last_seen_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX known_devices_user ON known_devices (user_id, last_seen_at_ms);
CREATE INDEX known_devices_seen ON known_devices (last_seen_at_ms);

-- What stands for the recovery codes of an account among its second factors, also when the last one is used.
CREATE TABLE recovery_sets (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  friendly_name TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT;
INSERT INTO recovery_sets (user_id, id, friendly_name, created_at_ms)
SELECT user_id, lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), 'Recovery codes', max(created_at_ms)
FROM factors WHERE user_id IN (SELECT user_id FROM recovery_codes) GROUP BY user_id;
