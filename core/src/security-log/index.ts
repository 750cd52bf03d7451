export * from './about.ts';
export * from './event.ts';
export * from './log-event.ts';
export * from './ports.ts';
export * from './pseudonym.ts';
