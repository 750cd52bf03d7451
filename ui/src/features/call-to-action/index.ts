export { BookingLink, useBookingLink } from './booking-link.tsx';
export { CallBand } from './call-band.tsx';
export { StickyBar } from './sticky-bar.tsx';
