/** Verifies captcha tokens. */
export interface CaptchaVerifier {
  /** Whether the token proves a solved captcha and has not been used before. False if the service is unreachable. */
  readonly isHuman: (token: string, clientIp: string) => Promise<boolean>;
}
