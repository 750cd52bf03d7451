export * from './testimonial.ts';
