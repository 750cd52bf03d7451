import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const parser = '@xmldom/xmldom';
const adapters = createRequire(join(import.meta.dirname, '../../adapters/package.json'));
const nodeSaml = createRequire(adapters.resolve('@node-saml/node-saml'));

test.each(['xml-crypto', 'xml-encryption'])(
  'the adapter, node-saml and %s share one copy of the XML parser',
  (name) => {
    const own = adapters.resolve(parser);
    expect(nodeSaml.resolve(parser)).toBe(own);
    expect(createRequire(nodeSaml.resolve(name)).resolve(parser)).toBe(own);
  },
);
