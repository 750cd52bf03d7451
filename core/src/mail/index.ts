export * from './deliver-mails.ts';
export * from './mail.ts';
export * from './ports.ts';
