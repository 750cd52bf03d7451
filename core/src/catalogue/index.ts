export { clearedFilter, filterPrograms, type ListedProgram, type ProgramFilter } from './filter.ts';
export {
  findProgram,
  type Program,
  type ProgramId,
  type ProgramTypeFilter,
  programs,
  programTypeOf,
  programTypes,
  type WaitingListId,
} from './program.ts';
export { type CoachingSlug, coachingSlugs, isCoachingSlug } from './services.ts';
