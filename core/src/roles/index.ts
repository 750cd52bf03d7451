export * from './cross-site.ts';
export * from './guard.ts';
export * from './ports.ts';
export * from './roles.ts';
