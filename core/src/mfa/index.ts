export * from './answer.ts';
export * from './challenge.ts';
export * from './challenge-factor.ts';
export * from './enroll.ts';
export * from './factor.ts';
export * from './ports.ts';
export * from './remove-factor.ts';
export * from './verify-factor.ts';
