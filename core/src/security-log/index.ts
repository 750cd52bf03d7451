export * from './about.ts';
export * from './event.ts';
export * from './ports.ts';
export * from './pseudonym.ts';
export * from './record-event.ts';
