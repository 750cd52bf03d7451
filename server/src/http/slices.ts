import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

/** Characters written in one turn of the event loop. */
const charactersPerTurn = 64_000;
/** Rows written in one turn of the event loop. */
export const rowsPerTurn = 500;

/** A long text as a stream whose parts are written in turns of their own, so that others are served in between. */
export function streamPieces(pieces: Iterable<string>): Readable {
  async function* slices() {
    let slice = '';
    for (const piece of pieces) {
      slice += piece;
      if (slice.length < charactersPerTurn) continue;
      yield slice;
      slice = '';
      await nextTurn();
    }
    yield slice;
  }
  return Readable.from(slices(), { objectMode: false });
}

/** Rows as a stream of text: `write` makes the text of up to {@link rowsPerTurn} of them. */
export function streamRows<Row>(
  rows: readonly Row[],
  write: (slice: readonly Row[], isFirst: boolean, isLast: boolean) => string,
): Readable {
  async function* slices() {
    for (let at = 0; at === 0 || at < rows.length; at += rowsPerTurn) {
      const isLast = at + rowsPerTurn >= rows.length;
      yield write(rows.slice(at, at + rowsPerTurn), at === 0, isLast);
      await nextTurn();
    }
  }
  return Readable.from(slices(), { objectMode: false });
}

/** Sends JSON that is written in slices, and which no schema checks on the way. */
export const sendJsonStream = (reply: FastifyReply, json: Readable): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(json);
