export * from './device-identifier.ts';
export * from './ports.ts';
export * from './window.ts';
