import type { Totp } from '@coachsite/core/mfa';
import { generateSecret, generateURI, verify } from 'otplib';
import { encode } from 'uqr';

/**
 * Codes of the previous and the next step are accepted too, because clocks of phones drift.
 * Source: docs/security.md#MF-1.
 */
const toleranceSeconds = 30;

/** Time-based codes by otplib. */
export function otplibTotp(): Totp {
  return {
    newSecret: () => generateSecret({ length: 20 }),
    uri: (issuer, label, secret) => generateURI({ issuer, label, secret }),
    stepOf: async (secret, code, now) => {
      // The library throws on anything but six digits.
      if (!/^[0-9]{6}$/.test(code)) return undefined;
      const epoch = Math.floor(now / 1000);
      const checked = await verify({
        secret,
        token: code,
        epoch,
        epochTolerance: toleranceSeconds,
      });
      return checked.valid && 'timeStep' in checked ? checked.timeStep : undefined;
    },
  };
}

/**
 * A QR code as SVG, dark on white with its quiet zone, without characters that a data URL would have to escape: clients
 * append it to `data:image/svg+xml;utf-8,` unchanged. Source: docs/wire.md#6.
 */
export function qrCodeSvg(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return [
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${size} ${size}' shape-rendering='crispEdges'>`,
    `<rect width='${size}' height='${size}' fill='white'/>`,
    `<path d='${dark.join('')}' fill='black'/></svg>`,
  ].join('');
}
