export {
  filterTestimonials,
  isPresentable,
  type Testimonial,
  type TestimonialFilter,
  type TestimonialWords,
  testimonialFilterOf,
  testimonialFilters,
} from './testimonial.ts';
