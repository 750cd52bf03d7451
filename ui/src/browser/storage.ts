/** Browser storage that may be blocked: reading then returns null and writing returns false; nothing throws. */

type Area = 'localStorage' | 'sessionStorage';

/** The value under `key`, or null when there is none or storage is blocked. */
export function read(key: string, area: Area = 'localStorage'): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** Stores `value` under `key` (null removes it); returns whether that worked. */
export function write(key: string, value: string | null, area: Area = 'localStorage'): boolean {
  try {
    if (value === null) window[area].removeItem(key);
    else window[area].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
