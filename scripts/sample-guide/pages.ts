import {
  butter,
  type Canvas,
  chalk,
  columnWidth,
  decorate,
  type Element,
  ember,
  field,
  heightOf,
  ink,
  inkSoft,
  line,
  margin,
  pageHeight,
  pageWidth,
  paper,
  type TextStyle,
  tartan,
  write,
} from './canvas.ts';
import { cover, ending, introduction, type Step, sheet, steps } from './texts.ts';
import { drawCoverBars, drawDial, drawStepBars, stepRows } from './ticks.ts';

/** What the guide says about who gives it. */
export interface Brand {
  readonly name: string;
  readonly email: string;
  readonly bookingUrl: string;
}

const body: TextStyle = { font: 'text', size: 11.5, lineGap: 3.2, colour: inkSoft };
const lead: TextStyle = { font: 'text', size: 15.5, lineGap: 3 };
const title: TextStyle = { font: 'wide', size: 31, lineGap: -4 };
const inset = 20;

function openPage(canvas: Canvas, ground: string): void {
  canvas.addPage({ size: 'A4', margin: 0 });
  decorate(canvas, () => canvas.rect(0, 0, pageWidth, pageHeight).fill(ground));
}

function foot(canvas: Canvas, brand: Brand, page: number): void {
  decorate(canvas, () => {
    canvas.font('label').fontSize(9).fillColor(inkSoft);
    canvas.text(brand.name, margin, pageHeight - 40, { lineBreak: false });
    canvas.text(String(page), margin, pageHeight - 40, {
      width: columnWidth,
      align: 'right',
      lineBreak: false,
    });
  });
}

function paragraphs(canvas: Canvas, section: Element, texts: readonly string[], y: number): number {
  return texts.reduce((at, text) => write(canvas, section, 'P', text, at, body) + 9, y);
}

/** A titled list on a field of its own; `hasBoxes` gives each line a box to tick. */
function panel(
  canvas: Canvas,
  section: Element,
  heading: string,
  lines: readonly string[],
  y: number,
  ground: string,
  hasBoxes: boolean,
): number {
  const x = margin + inset;
  const indent = hasBoxes ? 24 : 0;
  const text: TextStyle = {
    ...body,
    size: 11,
    lineGap: 2,
    colour: ink,
    x: x + indent,
    width: columnWidth - 2 * inset - indent,
  };
  const gap = 7;
  const heights = lines.map((item) => heightOf(canvas, item, text));
  const inner = 25 + heights.reduce((sum, height) => sum + height + gap, 0) - gap;
  const height = inner + 2 * 15;
  decorate(canvas, () => field(canvas, [margin, y, columnWidth, height], ground));
  let at = write(canvas, section, 'H3', heading, y + 15, { font: 'heading', size: 13, x }) + 8;
  const list = canvas.struct('L');
  section.add(list);
  for (const [index, item] of lines.entries()) {
    if (hasBoxes) {
      decorate(canvas, () =>
        canvas
          .lineWidth(1.4)
          .rect(x, at + 1.5, 12, 12)
          .stroke(ink),
      );
    }
    const entry = canvas.struct('LI');
    list.add(entry);
    write(canvas, entry, 'LBody', item, at, text);
    entry.end();
    at += (heights[index] ?? 0) + gap;
  }
  list.end();
  return y + height;
}

export function coverPage(canvas: Canvas, section: Element, brand: Brand): void {
  openPage(canvas, tartan);
  decorate(canvas, () =>
    canvas.rect(0, 0, 18, pageHeight).fillOpacity(0.12).fill(ink).fillOpacity(1),
  );
  section.add(
    canvas.struct('H1', {}, () => {
      cover.lines.forEach(({ text, width }, index) => {
        canvas
          .font(width)
          .fontSize(92)
          .fillColor(ink)
          .text(text, margin, 62 + index * 88, { lineBreak: false });
      });
    }),
  );
  write(canvas, section, 'P', cover.subtitle, 350, { ...lead, size: 17, width: 330 });
  drawCoverBars(canvas, margin, pageHeight - 110, columnWidth, 300);
  write(canvas, section, 'P', brand.name, pageHeight - 74, { font: 'label', size: 13 });
}

export function introductionPage(canvas: Canvas, section: Element, brand: Brand, page: number) {
  openPage(canvas, chalk);
  let y = write(canvas, section, 'H2', introduction.title, 74, title) + 12;
  y = write(canvas, section, 'P', introduction.lead, y, lead) + 16;
  y = paragraphs(canvas, section, introduction.paragraphs, y) + 10;
  const { needs, health } = introduction;
  y = panel(canvas, section, needs.title, needs.items, y, paper, true) + 22;
  panel(canvas, section, health.title, [health.text], y, butter, false);
  foot(canvas, brand, page);
}

export function stepPage(canvas: Canvas, section: Element, brand: Brand, page: number, step: Step) {
  const number = steps.indexOf(step) + 1;
  openPage(canvas, chalk);
  drawStepBars(canvas, number, margin + 4, 92);
  const label = `Stap ${number} van ${steps.length}`;
  write(canvas, section, 'P', label, 78, {
    font: 'label',
    size: 12,
    x: margin + 84,
    colour: ember,
  });
  let y = write(canvas, section, 'H2', step.title, 112, title) + 8;
  y = write(canvas, section, 'P', step.lead, y, lead) + 12;
  y = paragraphs(canvas, section, step.paragraphs, y) + 5;
  y = panel(canvas, section, 'Doe dit', step.tasks, y, paper, true) + 12;
  panel(canvas, section, step.example.title, step.example.lines, y, butter, false);
  stepRows[number - 1]?.(canvas, pageHeight - 82);
  write(canvas, section, 'P', step.caption, pageHeight - 68, { font: 'label', size: 10 });
  foot(canvas, brand, page);
}

const firstColumn = 136;
const goalColumn = 66;
const rowHeight = 43;

function sheetTable(canvas: Canvas, section: Element, top: number): number {
  const dayWidth = (columnWidth - firstColumn - goalColumn) / sheet.days.length;
  const dayX = (day: number) => margin + firstColumn + goalColumn + day * dayWidth;
  const table = canvas.struct('Table');
  section.add(table);
  const label: TextStyle = { font: 'label', size: 10.5 };
  const head = canvas.struct('TR');
  table.add(head);
  write(canvas, head, 'TH', sheet.columnWhat, top, { ...label, width: firstColumn });
  write(canvas, head, 'TH', sheet.columnGoal, top, {
    ...label,
    x: margin + firstColumn,
    width: goalColumn,
  });
  sheet.days.forEach((day, index) => {
    write(canvas, head, 'TH', day, top, { ...label, x: dayX(index) + 10, width: dayWidth });
  });
  head.end();
  let y = top + 20;
  for (const { label: name, goal } of sheet.rows) {
    decorate(canvas, () => {
      canvas
        .lineWidth(1)
        .moveTo(margin, y)
        .lineTo(margin + columnWidth, y)
        .stroke(line);
      canvas.lineWidth(1.4);
      for (const day of sheet.days.keys()) canvas.rect(dayX(day) + 5, y + 9, 25, 25).stroke(ink);
    });
    const row = canvas.struct('TR');
    table.add(row);
    const style: TextStyle = { font: 'text', size: 11, width: firstColumn - 8 };
    write(canvas, row, 'TH', name, y + 14, style);
    write(canvas, row, 'TD', goal || ' ', y + 14, {
      ...style,
      size: 10,
      x: margin + firstColumn,
      width: goalColumn,
      colour: inkSoft,
    });
    row.end();
    y += rowHeight;
  }
  table.end();
  return y;
}

export function sheetPage(canvas: Canvas, section: Element, brand: Brand, page: number): void {
  openPage(canvas, chalk);
  let y = write(canvas, section, 'H2', sheet.title, 74, title) + 8;
  y = write(canvas, section, 'P', sheet.lead, y, { ...lead, size: 13 }) + 26;
  y = sheetTable(canvas, section, y) + 30;
  for (const text of sheet.lines) {
    y = write(canvas, section, 'P', text, y, { font: 'label', size: 11 }) + 24;
    decorate(canvas, () => {
      canvas
        .lineWidth(1)
        .moveTo(margin, y)
        .lineTo(margin + columnWidth, y)
        .stroke(inkSoft);
    });
    y += 14;
  }
  foot(canvas, brand, page);
}

export function endingPage(canvas: Canvas, section: Element, brand: Brand, page: number): void {
  openPage(canvas, chalk);
  let y = write(canvas, section, 'H2', ending.title, 74, { ...title, size: 44 }) + 10;
  y = write(canvas, section, 'P', ending.lead, y, lead) + 16;
  y = paragraphs(canvas, section, ending.paragraphs, y) + 12;
  const link: TextStyle = { font: 'heading', size: 15, colour: ember };
  y = write(canvas, section, 'P', ending.booking, y, { ...link, link: brand.bookingUrl }) + 26;
  y = write(canvas, section, 'P', ending.contact, y, body) + 4;
  const mail = { font: 'label', size: 12, link: `mailto:${brand.email}` } as const;
  y = write(canvas, section, 'P', brand.email, y, mail) + 20;
  write(canvas, section, 'P', ending.article, y, body);
  drawDial(canvas, pageWidth / 2, pageHeight - 280, 150);
  const small: TextStyle = { font: 'text', size: 9, colour: inkSoft, lineGap: 1.5 };
  write(canvas, section, 'P', ending.colophon, pageHeight - 82, small);
  foot(canvas, brand, page);
}
