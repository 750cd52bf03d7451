-- When the launch mail of an interest was queued: in one commit with the mail, so that no one gets two.
ALTER TABLE interests ADD COLUMN announced_at_ms INTEGER;
