import { escapeMarkup } from '@coachsite/core/text';
import { themeColours } from '../../contract/index.ts';

/** Who stands on a social image, beside the brand that is drawn on it. */
interface SocialPerson {
  readonly brand: string;
  readonly name: string;
  /** A square JPEG. */
  readonly portrait?: Uint8Array | undefined;
}

/** Draws a person on a finished image; returns the new one as PNG. Rejects if one of the pictures cannot be read. */
export type DrawSocialPerson = (image: Uint8Array, person: SocialPerson) => Promise<Buffer>;

/** Pixels: where the build writes the brand, and how far the person may reach, up to the drawing. */
const brand = { left: 126, baseline: 92, size: 34 } as const;
const right = 826;
const gap = 22;
const face = 60;
/** The whole name is set down to this part of its size; then the first name stands alone, or no name. */
const leastScale = 0.75;

/**
 * Draws with libvips, outside of the main thread. `fontFile` is the font of the brand: a line ends where the library
 * measures it.
 */
export function socialPersonDrawer(fontFile: string): DrawSocialPerson {
  return async (image, { brand: brandName, name, portrait }) => {
    const { default: sharp } = await import('sharp');
    sharp.concurrency(1);
    sharp.cache(false);
    const line = (markup: string) =>
      sharp({
        text: {
          text: markup,
          font: `Archivo SemiBold, ${brand.size}`,
          fontfile: fontFile,
          dpi: 72,
          rgba: true,
        },
      })
        .png()
        .toBuffer({ resolveWithObject: true });
    const corner = await sharp(image).extract({ left: 4, top: 4, width: 1, height: 1 }).stats();
    const light = corner.channels.slice(0, 3).reduce((sum, { mean }) => sum + mean, 0) / 3;
    const colour = light < 90 ? themeColours.chalk : themeColours.ink;
    // The highest and the lowest letter, not to be seen: every name is then as tall, with the line at one height.
    const strut = '<span fgalpha="1">Åj</span>';
    const [written, above, lead] = await Promise.all([
      line(escapeMarkup(brandName)),
      line('Å'),
      line(strut),
    ]);
    let x = brand.left + written.info.width + gap;
    const layers: { input: Buffer; left: number; top: number }[] = [];
    if (portrait && x + face < right) {
      const circle = Buffer.from(
        `<svg width="${face}" height="${face}"><circle cx="50%" cy="50%" r="50%"/></svg>`,
      );
      const round = await sharp(portrait)
        .resize(face, face, { fit: 'cover' })
        .composite([{ input: circle, blend: 'dest-in' }])
        .png()
        .toBuffer();
      layers.push({ input: round, left: x, top: brand.baseline - 12 - face / 2 });
      x += face + gap / 2;
    }
    const dot = portrait ? '' : '· ';
    for (const words of new Set([name, name.split(' ', 1)[0] ?? name])) {
      const { data, info } = await line(
        `${strut}<span foreground="${colour}">${dot}${escapeMarkup(words)}</span>`,
      );
      const width = info.width - lead.info.width;
      const scale = Math.min(1, (right - x) / width);
      if (scale < leastScale) continue;
      const input = await sharp(data)
        .extract({ left: lead.info.width, top: 0, width, height: info.height })
        .resize({ width: Math.round(width * scale) })
        .png()
        .toBuffer();
      layers.push({ input, left: x, top: Math.round(brand.baseline - above.info.height * scale) });
      break;
    }
    return sharp(image).composite(layers).png({ compressionLevel: 9 }).toBuffer();
  };
}
