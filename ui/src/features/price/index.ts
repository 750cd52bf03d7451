export { OpeningPromise } from './opening-promise.tsx';
export { PriceAnswer } from './price-answer.tsx';
export { PriceLine } from './price-line.tsx';
export { ServicePrice } from './service-price.tsx';
export { TermAnswer } from './term-answer.tsx';
