export * from './captcha.ts';
export * from './ports.ts';
