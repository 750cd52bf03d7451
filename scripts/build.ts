import { runCommand } from './support/command.ts';

await runCommand({
  help: `npm run build

Builds the pages into ui/dist. npm start does it by itself when something changed.

  --if-stale   only when a source changed since the last build`,
  options: { 'if-stale': { type: 'boolean' } },
  run: async ({ 'if-stale': onlyIfStale = false }) => {
    const { buildSite } = await import('@coachsite/ui/site-build/build');
    return buildSite({ onlyIfStale });
  },
});
