import { exportPieces } from '@coachsite/core/privacy';
import type { FastifyReply } from 'fastify';
import { streamPieces } from './slices.ts';

/**
 * Sends an export as an indented JSON file that no cache may keep.
 * Source: docs/law-and-search.md#D50.
 */
export function sendExport(reply: FastifyReply, fileName: string, data: object): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .type('application/json; charset=utf-8')
    .send(streamPieces(exportPieces(data)));
}
