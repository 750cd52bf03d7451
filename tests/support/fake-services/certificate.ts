import { generate } from 'selfsigned';

/** A private key and its certificate, both as PEM. */
export interface Certificate {
  readonly key: string;
  readonly certificate: string;
}

/** A self-signed RSA certificate like those of identity providers; made at run time, so that the repository holds no key. */
export async function makeCertificate(commonName: string): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: commonName }], {
    keySize: 2048,
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 86_400_000),
  });
  return { key: made.private, certificate: made.cert };
}
