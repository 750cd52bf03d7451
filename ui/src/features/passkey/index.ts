export { AddPasskey, SignInAgain } from './add-passkey.tsx';
export { passkeys } from './client.ts';
export { isGone, type PasskeyError, usePasskeyErrorText } from './error-text.ts';
export { useCanUsePasskeys } from './use-can-use-passkeys.ts';
