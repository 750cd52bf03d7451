CREATE INDEX mail_queue_unsent ON mail_queue (state, enqueued_at_ms) WHERE state <> 'sent';
CREATE INDEX mail_queue_untried ON mail_queue (due_at_ms)
  WHERE state = 'waiting' AND failures = 0 AND unfinished = 0 AND postponed_at_ms IS NULL;
