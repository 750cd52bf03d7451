/**
 * The most that one export of the core may cost when it is bundled alone, in bytes with brotli. In what has a `Result`,
 * about 1820 of them are neverthrow. Source: docs/performance.md#goal-20.
 */
export const budgets = { withoutResult: 1000, withResult: 3000 } as const;

/**
 * The most functions and constants that the published modules may export, those for tests not counted.
 * Source: docs/decisions/0052-names-of-values-and-of-types.md.
 */
export const maxPublicValues = 350;

/** Exports that may cost more: those with a list of words or of facts, and use cases that call others. */
export const exceptions: Readonly<Record<string, number>> = {
  'account/checkNewPassword': 5600,
  'account/defaultPasswordRules': 3000,
  'admins/addAdmin': 7000,
  'admins/makeConfirmedAccount': 6500,
  'admins/setUpFirstAdmin': 7400,
  'admins/unlockAccount': 3200,
  'contact/checkMessage': 3300,
  'ebook/replaceEbook': 3300,
  'facts/changePortrait': 5100,
  'facts/factProblems': 2400,
  'facts/missingFacts': 1100,
  'facts/saveFacts': 5100,
  'federation/exchangeCode': 4800,
  'federation/finishCallback': 7300,
  'federation/finishSso': 5800,
  'federation/signInWithIdToken': 6700,
  'mail/deliverMails': 1200,
  'mfa/enrollFactor': 3200,
  'mfa/verifyFactor': 4700,
  'privacy/erasePerson': 4200,
  'privacy/exportPerson': 2200,
  'profile/closeAccount': 4100,
  'profile/reauthenticate': 3600,
  'profile/updateUser': 10200,
  'session/endByRefreshToken': 1300,
  'session/refreshSession': 4000,
  'sign-in/recover': 4100,
  'sign-in/resend': 4100,
  'sign-in/resendSms': 3700,
  'sign-in/sendEmailChange': 1400,
  'sign-in/sendLink': 1300,
  'sign-in/sendOtp': 4700,
  'sign-in/sendSmsOtp': 4300,
  'sign-in/signInWithPassword': 8100,
  'sign-in/signUp': 9200,
  'sign-in/signUpAnonymously': 3700,
  'sign-in/signUpByPhone': 8800,
  'sign-in/verify': 4300,
};
