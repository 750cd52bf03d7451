import { darkScreen } from './theme.ts';

/**
 * The HTML part of a mail as it looks on a light or a dark screen, whatever the screen of the reader is; its links open
 * beside the page that shows it.
 */
export function onScreen(html: string, scheme: 'light' | 'dark'): string {
  return html
    .replace(`@media ${darkScreen}`, scheme === 'dark' ? '@media all' : '@media not all')
    .replace(/color-scheme:light dark/g, `color-scheme:${scheme}`)
    .replace('<head>', '<head>\n<base target="_blank">');
}
