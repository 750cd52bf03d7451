export * from './ports.ts';
export * from './record-report.ts';
export * from './report.ts';
