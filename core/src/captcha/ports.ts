/** Tells people from programs by the answer to a puzzle. */
export interface CaptchaVerifier {
  /** Whether a person gave this answer, asked for the first time. Never true when the verifier cannot be asked. */
  readonly isHuman: (token: string, clientIp: string) => Promise<boolean>;
}
