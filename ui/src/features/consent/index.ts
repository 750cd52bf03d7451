export { ConsentBanner } from './consent-banner.tsx';
export { ConsentPanel } from './consent-panel.tsx';
