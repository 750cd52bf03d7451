export * from './change-message.ts';
export * from './inbox.ts';
export * from './message.ts';
export * from './ports.ts';
export * from './reply-promise.ts';
export * from './retention.ts';
export * from './send-message.ts';
