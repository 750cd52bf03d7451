import type { Json, JsonObject } from '../kernel/index.ts';

/**
 * Maximum size of `user_metadata` as UTF-8 JSON, in bytes: it is part of the token and so of a cookie.
 * Source: docs/security.md#SE-9.
 */
export const metadataLimitBytes = 2048;

/** Length of `text` in UTF-8 bytes. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Whether this metadata is small enough to store: at most 2048 bytes as UTF-8 JSON. */
export function isMetadataSmall(metadata: JsonObject): boolean {
  try {
    return utf8Length(JSON.stringify(metadata)) <= metadataLimitBytes;
  } catch {
    // Only values nested thousands of levels deep, each of which is two bytes, are too deep to be written.
    return false;
  }
}

/** Merges key by key; `null` removes a key. Source: docs/wire.md#4.9. */
export function mergeMetadata(current: JsonObject, change: JsonObject): JsonObject {
  const merged = new Map<string, Json>(Object.entries(current));
  for (const [key, value] of Object.entries(change)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}
