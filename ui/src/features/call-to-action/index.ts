export { BookingLink, BookingNote, useBookingLink } from './booking-link.tsx';
export { CallBand } from './call-band.tsx';
export { CallStrip } from './call-strip.tsx';
export { StickyBar } from './sticky-bar.tsx';
