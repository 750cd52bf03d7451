export * from './auth.ts';
export * from './auth-answers.ts';
export * from './ebook.ts';
export * from './pages.ts';
export * from './problems.ts';
export * from './refusals.ts';
export * from './site.ts';
export * from './site-config.ts';
