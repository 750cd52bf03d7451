export { CalendarLink } from './calendar-link.tsx';
export { ComingSoon, litTicks, progressTicks } from './coming-soon.tsx';
export { Filters } from './filters.tsx';
export { countsByType, type TranslatedProgram, translatedPrograms } from './listed-programs.ts';
export { NotifyMeForm } from './notify-me-form.tsx';
export { PageArt } from './page-art.tsx';
export { artGround } from './program-art.tsx';
export { ProgramCard } from './program-card.tsx';
export { useShopFilter } from './use-shop-filter.ts';
