export { type CaptchaError, requireHuman } from './captcha.ts';
export type { CaptchaVerifier } from './ports.ts';
