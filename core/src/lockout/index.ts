export * from './lockout.ts';
export * from './ports.ts';
