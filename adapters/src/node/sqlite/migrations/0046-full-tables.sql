-- What is listed, searched, exported or erased is read by an index, or in slices in the order of one, so that no request
-- holds the event loop however full the tables are.
DROP INDEX contact_messages_new;
CREATE INDEX contact_messages_status ON contact_messages (status, received_at_ms);
CREATE INDEX contact_messages_others ON contact_messages (received_at_ms) WHERE status <> 'new';
CREATE INDEX contact_messages_sender ON contact_messages (lower(email), received_at_ms);

CREATE INDEX interests_confirmed ON interests (confirmed_at_ms) WHERE confirmed_at_ms IS NOT NULL;
CREATE INDEX interests_program ON interests (program_id, confirmed_at_ms);

CREATE INDEX mail_queue_to ON mail_queue (lower(json_extract(content, '$.to'))) WHERE content <> '';
CREATE INDEX mail_queue_reply_to ON mail_queue (lower(json_extract(content, '$.replyTo.address'))) WHERE content <> '';

CREATE INDEX users_new_email ON users (new_email) WHERE new_email IS NOT NULL;
CREATE INDEX users_sso_email ON users (sso_email) WHERE sso_email IS NOT NULL;
CREATE INDEX factors_phone ON factors (phone) WHERE phone IS NOT NULL;
CREATE INDEX users_created ON users (created_at_ms, id);
CREATE INDEX auth_codes_user ON auth_codes (user_id);

-- What is removed beyond a bound while somebody signs in, and by the hourly clean-up.
CREATE INDEX attempts_eviction ON attempts (key >= x'80', key >= x'c0', expires_at_ms);
CREATE INDEX contact_messages_changed ON contact_messages (changed_at_ms);
CREATE INDEX mail_queue_done ON mail_queue (coalesce(sent_at_ms, gave_up_at_ms, enqueued_at_ms)) WHERE state <> 'waiting';
