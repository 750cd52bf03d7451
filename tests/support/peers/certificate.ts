import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and the certificate that names it, both as PEM. */
export interface Certificate {
  readonly key: string;
  readonly certificate: string;
}

/** One element of DER: tag, length, content. */
function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size =
    length < 128
      ? [length]
      : length < 256
        ? [0x81, length]
        : [0x82, Math.floor(length / 256), length % 256];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...items: readonly Buffer[]) => der(0x30, ...items);
const algorithm = sequence(
  // sha256WithRSAEncryption, no parameters
  der(0x06, Buffer.from('2a864886f70d01010b', 'hex')),
  der(0x05),
);
const name = (text: string) =>
  sequence(
    der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(text)))),
  );
const time = (at: Date) =>
  der(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));

/** A self-signed RSA certificate, as identity providers publish one; made anew, so that no key stands in the repository. */
export function makeCertificate(commonName: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const now = Date.now();
  const day = 86_400_000;
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name(commonName),
    sequence(time(new Date(now - day)), time(new Date(now + 30 * day))),
    name(commonName),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', content, privateKey);
  const whole = sequence(content, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}
