export { stickyBarVisible } from './sticky-bar.ts';
