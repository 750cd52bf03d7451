export { findPost, posts, weightLossFigures } from './post.ts';
