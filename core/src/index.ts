/**
 * Every published module of the core by its name, for a first look; import a module by its own path, such as
 * `@coachsite/core/rate-limit`, in code that a bundler does not shake. `@coachsite/core/testing` has the contract suites,
 * memory adapters and generators, and needs fast-check; `@coachsite/core/testing/memory` has the memory adapters alone.
 */
export * as account from './account/index.ts';
export * as admins from './admins/index.ts';
export * as backup from './backup/index.ts';
export * as captcha from './captcha/index.ts';
export * as catalogue from './catalogue/index.ts';
export * as consent from './consent/index.ts';
export * as contact from './contact/index.ts';
export * as defaults from './defaults/index.ts';
export * as ebook from './ebook/index.ts';
export * as errorReport from './error-report/index.ts';
export * as errors from './errors/index.ts';
export * as federation from './federation/index.ts';
export * as kernel from './kernel/index.ts';
export * as language from './language/index.ts';
export * as lockout from './lockout/index.ts';
export * as mail from './mail/index.ts';
export * as mfa from './mfa/index.ts';
export * as notification from './notification/index.ts';
export * as notifyMe from './notify-me/index.ts';
export * as oneTimeToken from './one-time-token/index.ts';
export * as privacy from './privacy/index.ts';
export * as profile from './profile/index.ts';
export * as queue from './queue/index.ts';
export * as rateLimit from './rate-limit/index.ts';
export * as roles from './roles/index.ts';
export * as securityLog from './security-log/index.ts';
export * as session from './session/index.ts';
export * as signIn from './sign-in/index.ts';
export * as sms from './sms/index.ts';
export * as text from './text/index.ts';
export * as url from './url/index.ts';
