-- A proof of consent is read by its number, which a visitor may type in capitals.
CREATE INDEX consent_records_number ON consent_records (id COLLATE NOCASE);
