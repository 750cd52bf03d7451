-- The present address of an account approves one new address and no other.
ALTER TABLE one_time_tokens ADD COLUMN new_email TEXT;
