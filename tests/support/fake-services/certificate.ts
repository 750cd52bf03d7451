import { generate } from 'selfsigned';

/** A private key and its certificate, both as PEM. */
export interface Certificate {
  readonly key: string;
  readonly certificate: string;
}

/** The curve of an elliptic key. */
export type Curve = 'P-256' | 'P-384' | 'P-521';

/**
 * A self-signed certificate like those of identity providers, of an RSA key where no curve is given; made at run time,
 * so that the repository holds no key.
 */
export async function makeCertificate(commonName: string, curve?: Curve): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: commonName }], {
    ...(curve ? { keyType: 'ec', curve } : { keySize: 2048 }),
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 86_400_000),
  });
  return { key: made.private, certificate: made.cert };
}
