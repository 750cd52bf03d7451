export * from './post.ts';
