-- Anonymous proof of cookie choices.
CREATE TABLE consent_records (
  id TEXT NOT NULL,
  policy_version TEXT NOT NULL,
  language TEXT NOT NULL,
  functional INTEGER NOT NULL,
  analytics INTEGER NOT NULL,
  marketing INTEGER NOT NULL,
  recorded_at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX consent_records_recorded ON consent_records (recorded_at_ms);

-- What browsers report about errors in pages.
CREATE TABLE client_errors (
  id TEXT PRIMARY KEY,
  message TEXT NOT NULL,
  stack TEXT NOT NULL,
  url TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  component_stack TEXT NOT NULL,
  received_at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX client_errors_received ON client_errors (received_at_ms);
