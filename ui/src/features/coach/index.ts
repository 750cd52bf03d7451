export { CoachCard } from './coach-card.tsx';
