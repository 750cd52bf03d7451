export * from './analytics-cookies.ts';
export * from './consent.ts';
export * from './ports.ts';
