import type { SiteManifest } from '@coachsite/adapters/contract';
import { speculationRules } from '../src/document/speculation-rules.ts';
import { policyVersion } from '../src/site/policy-version.ts';

export { development } from '../vite.config.ts';

/** The manifest of Vite's development server, which serves the sources. */
export const developmentManifest: SiteManifest = {
  app: '/src/app/main.tsx',
  session: '/src/session/keep-session.ts',
  styles: '/src/app/styles.css',
  document: '/src/document/index.ts',
  font: '/@fs/unused',
  startScript: '',
  speculationRules,
  policyVersion,
  stylesByPage: {},
};
