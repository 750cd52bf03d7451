/** The assertions of Vitest as a module, without its runner, which needs Node. */
export const assertions = `
import * as vitest from '@vitest/expect';
for (const one of [vitest.JestExtend, vitest.JestChaiExpect, vitest.JestAsymmetricMatchers]) vitest.chai.use(one);
export const expect = (...call) => vitest.chai.expect(...call);
Object.assign(expect, vitest.chai.expect, globalThis[vitest.ASYMMETRIC_MATCHERS_OBJECT]);
Object.defineProperty(globalThis, vitest.GLOBAL_EXPECT, { value: expect });`;
