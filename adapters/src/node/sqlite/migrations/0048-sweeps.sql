-- What the hourly clean-up removes, and what the reminders of each minute look at, is found by an index, a few rows at a
-- time.
CREATE INDEX sessions_used ON sessions (coalesce(refreshed_at_ms, created_at_ms));
CREATE INDEX sessions_not_after ON sessions (not_after_ms) WHERE not_after_ms IS NOT NULL;
CREATE INDEX one_time_tokens_expiry ON one_time_tokens (max(link_expires_at_ms, code_expires_at_ms));
CREATE INDEX auth_codes_expiry ON auth_codes (expires_at_ms);
CREATE INDEX flow_states_expiry ON flow_states (expires_at_ms);
CREATE INDEX used_assertions_expiry ON used_assertions (expires_at_ms);
CREATE INDEX factor_challenges_expiry ON factor_challenges (expires_at_ms);
CREATE INDEX factors_unverified ON factors (created_at_ms) WHERE status = 'unverified';
CREATE INDEX interests_unconfirmed ON interests (asked_at_ms) WHERE confirmed_at_ms IS NULL;
CREATE INDEX interests_announced ON interests (announced_at_ms) WHERE announced_at_ms IS NOT NULL;
CREATE INDEX interest_links_orphans ON interest_links (made_at_ms) WHERE interest_id IS NULL;
CREATE INDEX users_unconfirmed ON users (created_at_ms)
  WHERE email_confirmed_at_ms IS NULL AND phone_confirmed_at_ms IS NULL;
CREATE INDEX contact_messages_unreminded ON contact_messages (received_at_ms)
  WHERE status = 'new' AND reminded_at_ms IS NULL;
CREATE INDEX contact_messages_late_mail ON contact_messages (late_mail_at_ms) WHERE late_mail_at_ms IS NOT NULL;
