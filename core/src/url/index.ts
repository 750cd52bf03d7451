export * from './redirect.ts';
export * from './url.ts';
