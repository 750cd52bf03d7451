export * from './change-admins.ts';
export * from './confirmed-account.ts';
export * from './ports.ts';
export * from './set-up-first-admin.ts';
export * from './setup-token.ts';
