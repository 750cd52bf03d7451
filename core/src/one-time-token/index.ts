export * from './issue-token.ts';
export * from './message-interval.ts';
export * from './ports.ts';
export * from './token.ts';
