export {
  filterTestimonials,
  isPresentable,
  type Testimonial,
  type TestimonialFilter,
  testimonialFilterOf,
  testimonialFilters,
} from './testimonial.ts';
