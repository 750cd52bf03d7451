import { darkScreen } from './theme.ts';

/**
 * The HTML part of a mail as it looks on a light or on a dark screen, regardless of the reader's own; its links open in
 * a new tab.
 */
export function onScreen(html: string, scheme: 'light' | 'dark'): string {
  return html
    .replace(`@media ${darkScreen}`, scheme === 'dark' ? '@media all' : '@media not all')
    .replace(/color-scheme:light dark/g, `color-scheme:${scheme}`)
    .replace('<head>', '<head>\n<base target="_blank">');
}
