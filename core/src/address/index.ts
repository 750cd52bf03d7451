export * from './address.ts';
export * from './redirect.ts';
