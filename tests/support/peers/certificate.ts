import { generate } from 'selfsigned';

/** A key and the certificate that names it, both as PEM. */
export interface Certificate {
  readonly key: string;
  readonly certificate: string;
}

/** A self-signed RSA certificate, as identity providers publish one; made anew, so that no key stands in the repository. */
export async function makeCertificate(commonName: string): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: commonName }], {
    keySize: 2048,
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 86_400_000),
  });
  return { key: made.private, certificate: made.cert };
}
