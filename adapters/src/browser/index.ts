export * from './api.ts';
export * from './auth-client.ts';
export * from './factor-client.ts';
export * from './session-keeper.ts';
export * from './signed-in-api.ts';
export * from './upload.ts';
