-- Versions of all that is written on the site and laid over its files: one history for each subject.
ALTER TABLE facts_version RENAME TO content_version;
ALTER TABLE content_version RENAME COLUMN overlay TO content;
ALTER TABLE content_version ADD COLUMN subject TEXT NOT NULL DEFAULT 'facts';
CREATE INDEX content_version_subject ON content_version (subject, id);
-- The pictures that a version names.
CREATE TABLE content_picture (
  version_id INTEGER NOT NULL REFERENCES content_version (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  PRIMARY KEY (version_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX content_picture_key ON content_picture (key);
INSERT INTO content_picture SELECT id, portrait_key FROM content_version WHERE portrait_key <> '';
ALTER TABLE content_version DROP COLUMN portrait_key;
-- When a picture was stored: one that no version names is kept for a while.
ALTER TABLE portrait_file RENAME TO picture_file;
ALTER TABLE picture_file ADD COLUMN saved_at_ms INTEGER NOT NULL DEFAULT 0;
