export { type CloseAccountError, closeAccount } from './close-account.ts';
export { type StartLinkError, startLink } from './link-identity.ts';
export { type PasswordProof, passwordProof, type SentProof } from './password-proof.ts';
export { type ReauthenticateError, reauthenticate } from './reauthenticate.ts';
export { type UnlinkError, unlinkIdentity } from './unlink-identity.ts';
export { type UpdateUserError, type UpdateUserSettings, updateUser } from './update-user.ts';
