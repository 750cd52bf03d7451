import { write } from '../browser/storage.ts';

/** What is stored under this name is removed at once. */
const probe = 'session-check';

/**
 * Whether the browser keeps what a session needs: the cookies with its tokens, and what pages know about it. Visitors may
 * block both, or one of them. Source: docs/contract.md#4, docs/contract.md#6.
 */
export function canKeepSession(): boolean {
  if (!write(probe, '1')) return false;
  write(probe, null);
  const cookie = `${probe}=1`;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in two browsers
    document.cookie = `${cookie}; Path=/; SameSite=Lax${secure}`;
    const isKept = document.cookie.includes(cookie);
    // biome-ignore lint/suspicious/noDocumentCookie: the same
    document.cookie = `${probe}=; Path=/; Max-Age=0; SameSite=Lax${secure}`;
    return isKept;
  } catch {
    return false;
  }
}
