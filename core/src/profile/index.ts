export * from './close-account.ts';
export * from './link-identity.ts';
export * from './reauthenticate.ts';
export * from './unlink-identity.ts';
export * from './update-user.ts';
