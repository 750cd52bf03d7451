/**
 * The most that one export of the core may cost when it is bundled alone, in bytes with brotli. In what has a `Result`,
 * about 1820 of them are neverthrow. Source: docs/performance.md#goal-20.
 */
export const budgets = { withoutResult: 1000, withResult: 3000 } as const;

/**
 * The most functions and constants that the published modules may export, those for tests not counted.
 * Source: docs/decisions/0028-requests-and-public-names-of-the-core.md.
 */
export const maxPublicValues = 359;

/** Exports that may cost more: those with a list of words, the facts of the owner, and use cases that call others. */
export const exceptions: Readonly<Record<string, number>> = {
  'account/checkNewPassword': 5600,
  'account/defaultPasswordRules': 3000,
  'admins/addAdmin': 7100,
  'admins/makeConfirmedAccount': 6600,
  'admins/resetFactorsOf': 3300,
  'admins/setUpFirstAdmin': 7600,
  'admins/unlockAccount': 3300,
  'alarm/lookAfterSite': 1200,
  'contact/checkMessage': 3400,
  'contact/setPause': 3100,
  'ebook/replaceEbook': 3300,
  'facts/changePortrait': 5800,
  'facts/factProblems': 3100,
  'facts/missingFacts': 1100,
  'facts/saveFacts': 5700,
  'federation/exchangeCode': 4800,
  'federation/finishCallback': 7900,
  'federation/finishSso': 6100,
  'federation/signInWithIdToken': 7400,
  'mail/deliverMails': 1200,
  'mail-domain/lookUpDomain': 2600,
  'mail-domain/readSpf': 1500,
  'mfa/enrollFactor': 3300,
  'mfa/enrollRecoveryCodes': 3300,
  'mfa/makeRecoveryCodes': 3200,
  'mfa/redeemRecoveryCode': 3100,
  'mfa/regenerateRecoveryCodes': 3200,
  'mfa/verifyFactor': 4800,
  'mfa/verifyRecoveryCode': 3900,
  'notify-me/registerInterest': 3100,
  'passkey/beginPasskeyRegistration': 3200,
  'passkey/registerPasskey': 4400,
  'passkey/removePasskey': 3200,
  'passkey/signInWithPasskey': 4200,
  'privacy/erasePerson': 4400,
  'privacy/exportPerson': 2400,
  'profile/closeAccount': 4300,
  'profile/reauthenticate': 3800,
  'profile/startLink': 3100,
  'profile/unlinkIdentity': 3200,
  'profile/updateUser': 11300,
  'redirects/saveRedirects': 3300,
  'security-log/hideOldEmails': 1100,
  'session/endByRefreshToken': 1300,
  'session/refreshSession': 4000,
  'sign-in/recover': 4500,
  'sign-in/resend': 4500,
  'sign-in/resendSms': 3700,
  'sign-in/sendEmailChange': 1400,
  'sign-in/sendLink': 1300,
  'sign-in/sendOtp': 5000,
  'sign-in/sendSmsOtp': 4300,
  'sign-in/signInWithPassword': 8500,
  'sign-in/signUp': 9600,
  'sign-in/signUpAnonymously': 3700,
  'sign-in/signUpByPhone': 8800,
  'sign-in/verify': 4300,
};
