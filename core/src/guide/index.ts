export {
  type GuideConflictError,
  type GuidePorts,
  type GuideText,
  type GuideVersion,
  type GuideVersionNotFoundError,
  type GuideWithoutTextError,
  guideTextOf,
  guideVersions,
  longestGuideText,
  readGuideText,
  restoreGuideText,
  saveGuideText,
} from './guide-text.ts';
export { guideMarkdown } from './markdown.ts';
export { type GuideWarning, type PublishedGuide, publishGuide } from './publish-guide.ts';
