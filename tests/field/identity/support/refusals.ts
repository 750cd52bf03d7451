/** What the site logs when a check of an assertion fails. */
export const invalid = (check: string) => ({ reason: 'saml_assertion_invalid', check });

/** The assertion has no NameID, or one that is another next time. */
export const noId = { reason: 'saml_assertion_no_user_id' };

/** No attribute of the assertion is an e-mail address. */
export const noEmail = { reason: 'saml_assertion_no_email' };

/** The assertion is encrypted, which the site does not read. */
export const encrypted = { reason: 'saml_assertion_encrypted' };
