-- What robots asked for: shown beside the downloads, and part of none of their sums.
ALTER TABLE ebook_download_day ADD COLUMN excluded INTEGER NOT NULL DEFAULT 0;
