-- Which of 65,536 groups of networks a row came from, -1 for those of which nobody knows it: a full table removes rows of the fullest first.
ALTER TABLE security_events ADD COLUMN network_bucket INTEGER NOT NULL DEFAULT -1;
ALTER TABLE consent_records ADD COLUMN network_bucket INTEGER NOT NULL DEFAULT -1;
ALTER TABLE client_errors ADD COLUMN network_bucket INTEGER NOT NULL DEFAULT -1;
CREATE INDEX security_events_network ON security_events (network_bucket, seq) INCLUDE (severity) WHERE is_public = 1;
CREATE INDEX consent_records_network ON consent_records (network_bucket, place);
