export * from './filter.ts';
export * from './program.ts';
export * from './services.ts';
