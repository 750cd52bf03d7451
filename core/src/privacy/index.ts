export * from './erase-data.ts';
export * from './export-data.ts';
export * from './personal-data.ts';
export * from './ports.ts';
export * from './readable.ts';
