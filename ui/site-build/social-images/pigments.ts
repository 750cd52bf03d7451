import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const tokens = join(import.meta.dirname, '..', '..', 'src', 'design', 'tokens.css');

/** One channel of linear light as it is written in sRGB, 0 to 255. */
const encode = (light: number) => {
  const value = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, value)));
};

/** Turns a colour from OKLCH into sRGB, such as `#fa6625`. Source: CSS Color 4. */
export function toHex(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels.map((channel) => encode(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** The pigments of the design, by their name without dashes; the tokens are the one place they are kept. */
export function readPigments(): Readonly<Record<string, string>> {
  const pattern = /--([a-z][\w-]*):\s*oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g;
  const found: Record<string, string> = {};
  for (const [, name = '', ...parts] of readFileSync(tokens, 'utf8').matchAll(pattern)) {
    const [lightness = 0, chroma = 0, hue = 0] = parts.map(Number);
    found[name] ??= toHex(lightness, chroma, hue);
  }
  return found;
}
