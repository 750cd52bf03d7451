export * from './sticky-bar.ts';
