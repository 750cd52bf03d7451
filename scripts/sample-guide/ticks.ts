import { type Canvas, chalk, columnWidth, decorate, ink, line, margin, tartan } from './canvas.ts';

/** Ticks in a row: one per unit, `isLit` for those that the caption speaks of. */
export interface Row {
  readonly y: number;
  readonly count: number;
  readonly isLit: (index: number) => boolean;
  readonly height: (index: number) => number;
  /** A wider space after every so many ticks. */
  readonly group?: number;
  readonly x?: number;
  readonly width?: number;
  readonly weight?: number;
}

/** Draws a row of upright ticks that stand on `y`. */
export function drawRow(canvas: Canvas, row: Row): void {
  const { count, group = count, x = margin, width = columnWidth, weight = 3 } = row;
  const groups = Math.ceil(count / group);
  const gap = groups > 1 ? 14 : 0;
  const pitch = (width - weight - gap * (groups - 1)) / Math.max(1, count - 1);
  decorate(canvas, () => {
    canvas.lineCap('round').lineWidth(weight);
    for (let index = 0; index < count; index += 1) {
      const at = x + weight / 2 + index * pitch + Math.floor(index / group) * gap;
      canvas
        .moveTo(at, row.y)
        .lineTo(at, row.y - row.height(index))
        .stroke(row.isLit(index) ? tartan : line);
    }
  });
}

const share = [0.26, 0.4, 0.56, 0.76, 1];

/** The five rising bars of the cover: one per step. */
export function drawCoverBars(canvas: Canvas, x: number, y: number, width: number, height: number) {
  const weight = width / 7.4;
  decorate(canvas, () => {
    canvas.lineCap('round').lineWidth(weight);
    share.forEach((part, index) => {
      const at = x + weight / 2 + (index * (width - weight)) / (share.length - 1);
      canvas
        .moveTo(at, y - weight / 2)
        .lineTo(at, y - height * part + weight / 2)
        .stroke(index === share.length - 1 ? chalk : ink);
    });
  });
}

/** The same five, small: those up to `step` are lit. */
export function drawStepBars(canvas: Canvas, step: number, x: number, y: number): void {
  decorate(canvas, () => {
    canvas.lineCap('round').lineWidth(7);
    share.forEach((part, index) => {
      canvas
        .moveTo(x + index * 15, y)
        .lineTo(x + index * 15, y - 40 * part + 4)
        .stroke(index < step ? tartan : line);
    });
  });
}

/** The dial of the free call: sixty minutes, the thirty of the call lit and lengthening clockwise. */
export function drawDial(canvas: Canvas, centreX: number, centreY: number, radius: number): void {
  decorate(canvas, () => {
    canvas.lineCap('round').lineWidth(4);
    for (let minute = 0; minute < 60; minute += 1) {
      const angle = (minute / 60) * 2 * Math.PI - Math.PI / 2;
      const isLit = minute < 30;
      const length = isLit ? 0.2 + 0.2 * (minute / 30) ** 1.25 : 0.16;
      const [from, to] = [radius * 0.6, radius * (0.6 + length)];
      canvas
        .moveTo(centreX + from * Math.cos(angle), centreY + from * Math.sin(angle))
        .lineTo(centreX + to * Math.cos(angle), centreY + to * Math.sin(angle))
        .stroke(isLit ? tartan : line);
    }
  });
}

/** What the ticks of each step count, in the order of the steps; `y` is the line they stand on. */
export const stepRows: readonly ((canvas: Canvas, y: number) => void)[] = [
  (canvas, y) => {
    // Three half hours of 336: Tuesday, Thursday and Saturday, each at another time of day.
    const free = new Set([1 * 48 + 41, 3 * 48 + 41, 5 * 48 + 19]);
    for (let day = 0; day < 7; day += 1) {
      const isLit = (half: number) => free.has(day * 48 + half);
      const height = (half: number) => (isLit(half) ? 11 : 5);
      drawRow(canvas, { y: y - (6 - day) * 15, count: 48, isLit, height, weight: 3 });
    }
  },
  (canvas, y) =>
    drawRow(canvas, {
      y,
      count: 21,
      group: 3,
      isLit: (meal) => meal < 3,
      height: (meal) => (meal < 3 ? 56 : 30),
      weight: 6,
    }),
  (canvas, y) =>
    drawRow(canvas, {
      y,
      count: 60,
      group: 20,
      isLit: () => true,
      height: (minute) => 20 + (minute % 20) * 2,
    }),
  (canvas, y) =>
    drawRow(canvas, {
      y,
      count: 7,
      isLit: (day) => day === 5,
      height: (day) => (day === 5 ? 60 : 24),
      weight: 9,
    }),
  (canvas, y) =>
    drawRow(canvas, {
      y,
      count: 13,
      isLit: () => true,
      // Two weeks that disappoint: they are lit all the same.
      height: (week) => ([4, 8].includes(week) ? 14 : 18 + week * 4),
      weight: 8,
    }),
];
