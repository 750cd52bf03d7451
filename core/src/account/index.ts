export * from './common-passwords.ts';
export * from './email.ts';
export * from './identity.ts';
export * from './password.ts';
export * from './phone.ts';
export * from './phone-account.ts';
export * from './ports.ts';
export * from './user.ts';
