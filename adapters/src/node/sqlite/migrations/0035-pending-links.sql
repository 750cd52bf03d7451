-- The identity that the exchange of a code links, as JSON.
ALTER TABLE auth_codes ADD COLUMN link TEXT;
