export { type Api, type ApiError, api } from './api.ts';
export {
  type AccountChange,
  type AuthClient,
  type AuthIdentity,
  type AuthUser,
  type Confirmed,
  createAuthClient,
} from './auth-client.ts';
export { checkPublicFile } from './check-public-file.ts';
export { createFactorClient, type EnrolledApp, type FactorClient } from './factor-client.ts';
export {
  type CeremonyError,
  createPasskeyClient,
  type OwnPasskey,
  type PasskeyClient,
} from './passkey-client.ts';
export {
  type AuthFactor,
  createSessionKeeper,
  type KeptSession,
  type SessionKeeper,
  sessionKey,
} from './session-keeper.ts';
export { createSignedInApi } from './signed-in-api.ts';
export { type UploadProgress, uploadFile } from './upload.ts';
