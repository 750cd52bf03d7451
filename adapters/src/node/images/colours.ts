import { crc32, deflateSync } from 'node:zlib';
import type { PictureFormat } from '@coachsite/core/content';

/** The colours of a picture without a profile: those of the web, those of Display P3, or others, which are rejected. */
export type NamedColours = 'srgb' | 'display_p3' | 'other';

/** Primaries by their code point: those of sRGB, not given, and the two of old television, which differ little. */
const likeSrgb = [1, 2, 5, 6];
const displayP3 = 12;
/** Transfer curves by their code point: those that are like that of sRGB. PQ (16) and HLG (18) are far from it. */
const likeSrgbCurve = [1, 2, 4, 6, 13, 14, 15];

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
const word = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));

/** The code points of a PNG: of its chunk `cICP`, which comes before the pixels. Source: W3C PNG 11.3.2.6. */
function ofPng(bytes: Uint8Array): readonly [number, number] | undefined {
  for (let at = 8; at + 12 <= bytes.length; at += view(bytes).getUint32(at) + 12) {
    const name = word(bytes, at + 4);
    if (name === 'IDAT') return undefined;
    if (name === 'cICP') return [bytes[at + 8] ?? 2, bytes[at + 9] ?? 2];
  }
  return undefined;
}

/** The code points of an AVIF: of the first colour box in its description. Source: ISO/IEC 14496-12 12.1.5. */
function ofAvif(bytes: Uint8Array): readonly [number, number] | undefined {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = view(bytes).getUint32(at);
    if (word(bytes, at + 4) === 'meta') {
      const meta = Buffer.from(
        bytes.buffer,
        bytes.byteOffset + at,
        Math.min(size, bytes.length - at),
      );
      const found = meta.indexOf('colrnclx', 0, 'latin1');
      const isWhole = found >= 0 && found + 12 <= meta.length;
      return isWhole ? [meta.readUInt16BE(found + 8), meta.readUInt16BE(found + 10)] : undefined;
    }
    if (size < 8) return undefined;
    at += size;
  }
  return undefined;
}

/**
 * The colours of a picture without an ICC profile. libvips reads profiles only, and takes colours that are named by code
 * points for sRGB. Source: ITU-T H.273.
 */
export function namedColours(bytes: Uint8Array, format: PictureFormat): NamedColours {
  const points = format === 'png' ? ofPng(bytes) : format === 'avif' ? ofAvif(bytes) : undefined;
  if (!points) return 'srgb';
  const [primaries, curve] = points;
  if (!likeSrgbCurve.includes(curve)) return 'other';
  if (primaries === displayP3) return 'display_p3';
  return likeSrgb.includes(primaries) ? 'srgb' : 'other';
}

/** A PNG with this ICC profile, which it does not have yet. Source: W3C PNG 11.3.2.3. */
export function withProfile(png: Buffer, profile: Uint8Array): Buffer {
  // After the header: 8 bytes of signature, 25 of chunk.
  const start = 33;
  const data = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(profile)]);
  const chunk = Buffer.alloc(data.length + 8);
  chunk.writeUInt32BE(data.length - 4);
  data.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(data), data.length + 4);
  return Buffer.concat([png.subarray(0, start), chunk, png.subarray(start)]);
}
