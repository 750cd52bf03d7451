export * from './consent.ts';
export * from './ports.ts';
