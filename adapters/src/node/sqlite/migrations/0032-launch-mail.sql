-- When the launch mail of an interest was queued: in one commit with the mail, so that nobody gets two.
ALTER TABLE interests ADD COLUMN announced_at_ms INTEGER;
