export * from './announce-launch.ts';
export * from './interest.ts';
export * from './ports.ts';
export * from './register-interest.ts';
