export * from './deliver-sms.ts';
export * from './ports.ts';
export * from './sms.ts';
