import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';

/** Flat colours of the design (design.md §2.1), as PDF takes them. */
export const ink = '#091d16';
export const inkSoft = '#354941';
export const chalk = '#f4f4ee';
export const paper = '#fcfcf9';
export const line = '#c9ccc0';
export const tartan = '#fa6625';
export const ember = '#ac3304';
export const butter = '#f7df84';

/** A4, in points. */
export const pageWidth = 595.28;
export const pageHeight = 841.89;
export const margin = 56;
export const columnWidth: number = pageWidth - 2 * margin;

/** Cuts of the two families of the site, at fixed widths: see fonts/README.md. */
const fonts = {
  tight: 'archivo-tight',
  wide: 'archivo-wide',
  heading: 'archivo-heading',
  label: 'archivo-label',
  text: 'literata-text',
} as const;

export type Font = keyof typeof fonts;
export type Canvas = InstanceType<typeof PDFDocument>;
export type Element = ReturnType<Canvas['struct']>;

/** Opens a tagged document in Dutch whose bytes depend on its content only. */
export function openCanvas(title: string, author: string): Canvas {
  const canvas = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'nl',
    displayTitle: true,
    // A fixed date: the same texts make the same file.
    info: { Title: title, Author: author, CreationDate: new Date('2026-09-01T00:00:00Z') },
  });
  for (const [name, file] of Object.entries(fonts)) {
    canvas.registerFont(name, fileURLToPath(new URL(`fonts/${file}.ttf`, import.meta.url)));
  }
  return canvas;
}

/** Draws what carries no meaning of its own: screen readers pass over it. */
export function decorate(canvas: Canvas, draw: () => void): void {
  canvas.markContent('Artifact', { type: 'Layout' });
  draw();
  canvas.endMarkedContent();
}

/** A field with a straight left and a round right edge, as everything on the site has. */
export function field(
  canvas: Canvas,
  [x, y, width, height]: readonly [number, number, number, number],
  colour: string,
  radius = 22,
): void {
  const right = x + width;
  const bottom = y + height;
  canvas
    .moveTo(x, y)
    .lineTo(right - radius, y)
    .quadraticCurveTo(right, y, right, y + radius)
    .lineTo(right, bottom - radius)
    .quadraticCurveTo(right, bottom, right - radius, bottom)
    .lineTo(x, bottom)
    .closePath()
    .fill(colour);
}

/** Where text stands and how it looks; sizes in points. */
export interface TextStyle {
  readonly font: Font;
  readonly size: number;
  readonly x?: number;
  readonly width?: number;
  readonly colour?: string;
  readonly lineGap?: number;
  readonly link?: string;
}

/** The text face is cut for screens; in print its words stand a little close. In points. */
const textWordSpacing = 0.6;

/** How tall `text` becomes in this style. */
export function heightOf(canvas: Canvas, text: string, style: TextStyle): number {
  canvas.font(style.font).fontSize(style.size);
  return canvas.heightOfString(text, {
    width: style.width ?? columnWidth,
    lineGap: style.lineGap ?? 0,
    wordSpacing: style.font === 'text' ? textWordSpacing : 0,
  });
}

/** Writes `text` at `y` as an element of the structure and returns where it ends. */
export function write(
  canvas: Canvas,
  parent: Element,
  tag: string,
  text: string,
  y: number,
  style: TextStyle,
): number {
  const height = heightOf(canvas, text, style);
  parent.add(
    canvas.struct(tag, {}, () => {
      canvas
        .font(style.font)
        .fontSize(style.size)
        .fillColor(style.colour ?? ink)
        .text(text, style.x ?? margin, y, {
          width: style.width ?? columnWidth,
          lineGap: style.lineGap ?? 0,
          wordSpacing: style.font === 'text' ? textWordSpacing : 0,
          ...(style.link ? { link: style.link, underline: true } : {}),
        });
    }),
  );
  return y + height;
}
