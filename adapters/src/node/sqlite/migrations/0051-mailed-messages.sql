-- How many messages of the past hour were mailed about, which each new one asks, without passing those that wait.
CREATE INDEX contact_messages_mailed ON contact_messages (received_at_ms) WHERE notice = 'mailed';
