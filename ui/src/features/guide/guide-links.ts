import { publicEbookPath } from '@coachsite/adapters/contract';

/** Whether the visitor reads on a phone, where a file is saved from the tab it opens in. Source: docs/rules.md#8. */
export function isPhone(): boolean {
  return matchMedia('(max-width: 40rem), (pointer: coarse)').matches;
}

/** Whether the file is available. Requests the headers only, which does not count as a download. */
export async function isGuideAvailable(): Promise<boolean> {
  try {
    return (await fetch(publicEbookPath, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
