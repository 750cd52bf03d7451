/** The size in the header of a PNG, in pixels; undefined for any other file. Source: ISO 15948 11.2.1. */
export function pngSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = Buffer.from(bytes);
  if (view.subarray(1, 4).toString('latin1') !== 'PNG') return undefined;
  return { width: view.readUInt32BE(16), height: view.readUInt32BE(20) };
}

/** The text of a page as a visitor reads it, without head, scripts and markup. */
export function visibleText(html: string): string {
  return html
    .replace(/<head>[\s\S]*?<\/head>/, ' ')
    .replace(/<(script|style|template)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ');
}
