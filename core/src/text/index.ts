export * from './escape-markup.ts';
export * from './loggable-path.ts';
export * from './plain-text.ts';
export * from './sanitise.ts';
export * from './site-path.ts';
