import { api, createPasskeyClient } from '@coachsite/adapters/browser';
import { takeCaptchaToken } from '../../session/captcha-token.ts';
import { keeper } from '../../session/compose.ts';

/** The passkeys of this page. */
export const passkeys = createPasskeyClient({ api, keeper, captcha: takeCaptchaToken });
