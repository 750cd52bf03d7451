export * from './bytes.ts';
export * from './json.ts';
export * from './random.ts';
export * from './time.ts';
export * from './uuid.ts';
