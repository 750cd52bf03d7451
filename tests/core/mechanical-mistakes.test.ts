import type { SitePorts } from '@coachsite/core/testing/site';
import fc from 'fast-check';
import { Err, Ok } from 'neverthrow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inMethod, mistakes, type NumberAt, numbersIn, offByOne } from './sabotage/mistakes.ts';
import { overMemory, type Wrap } from './sabotage/over-memory.ts';
import { failuresOf, firstFailureOf } from './sabotage/watch.ts';

/** What only the memory adapters have: other memory adapters call it. */
const notOfThePort = new Set([
  ...['add', 'drop', 'withdraw', 'stateOf', 'has', 'onSent'].map((name) => `MailQueue.${name}`),
  ...['inProgram', 'addLaunchMail'].map((name) => `InterestStore.${name}`),
  'SmsQueue.endPause',
]);

/** Ports without a state that one call leaves for the next. */
const stateful = /(Store|Queue|Log|Outbox|Snapshots)$/;

/** Lists of which the port promises no order. */
const withoutOrder = new Set(['FactorStore.holdersOf', 'MailQueue.about']);

/** Numbers that a method keeps or shows and compares with nothing, so that no test of the suite depends on them. */
const kept =
  /^(AdminStore\.appoint|AuthMessenger\.send|InterestMails\.launchSample|MessageMails\.\w+|Phone\w+\.\w+|Pseudonyms\.of|RoleStore\.grant|SmsSender\.send|TokenSigner\.sign) /;

/** What a suite does with the methods of a port. */
interface Seen {
  readonly called: Set<string>;
  readonly failing: Set<string>;
  readonly granting: Set<string>;
  readonly listing: Set<string>;
  readonly numbers: Map<string, readonly [method: string, at: NumberAt]>;
}

/** Watches the methods of an adapter, and changes nothing. */
function watching(seen: Seen, names: Set<string>): Wrap {
  return (port) => {
    const watched = Object.entries(port).map(([name, method]: [string, unknown]) => {
      if (typeof method !== 'function') return [name, method];
      names.add(name);
      const look = (found: unknown) => {
        if (found instanceof Err) seen.failing.add(name);
        if (found instanceof Ok || found === true) seen.granting.add(name);
        if (Array.isArray(found) && found.length > 1) seen.listing.add(name);
        return found;
      };
      const call = (...given: readonly unknown[]) => {
        seen.called.add(name);
        for (const at of numbersIn(given)) seen.numbers.set(`${name} ${at.join('.')}`, [name, at]);
        const found: unknown = method(...given);
        return found instanceof Promise ? found.then(look) : look(found);
      };
      return [name, call];
    });
    return Object.fromEntries(watched);
  };
}

// A mistake that a property finds by chance would be found on some days only.
beforeAll(() => fc.configureGlobal({ seed: 19 }));
afterAll(() => fc.resetConfigureGlobal());

const ports = Object.keys(overMemory) as (keyof SitePorts)[];

describe.each(ports)('%s', (port) => {
  const over = overMemory[port];
  const survives = async (name: string, mistake: Parameters<typeof inMethod>[1]) =>
    (await firstFailureOf((runner) => over(runner, inMethod(name, mistake)))) === undefined;

  test('its suite passes, calls every method, and fails over every mistake', async () => {
    const seen: Seen = {
      called: new Set(),
      failing: new Set(),
      granting: new Set(),
      listing: new Set(),
      numbers: new Map(),
    };
    const names = new Set<string>();
    expect(await failuresOf((runner) => over(runner, watching(seen, names)))).toEqual([]);
    const methods = [...names].filter((name) => !notOfThePort.has(`${port}.${name}`));
    expect(methods.filter((name) => !seen.called.has(name))).toEqual([]);

    const survivors: string[] = [];
    const check = async (name: string, mistake: keyof typeof mistakes) => {
      if (await survives(name, mistakes[mistake])) survivors.push(`${name} ${mistake}`);
    };
    for (const name of methods) {
      await check(name, 'does nothing');
      if (stateful.test(port)) await check(name, 'forgets what was stored');
      if (seen.failing.has(name)) await check(name, 'swallows its errors');
      if (seen.granting.has(name)) await check(name, 'rejects everything');
      if (seen.listing.has(name) && !withoutOrder.has(`${port}.${name}`))
        await check(name, 'returns a list in another order');
    }
    for (const [key, [name, at]] of seen.numbers) {
      if (kept.test(`${port}.${key}`) || !methods.includes(name)) continue;
      for (const by of [1, -1] as const)
        if (await survives(name, offByOne(at, by))) survivors.push(`${key} off by ${by}`);
    }
    expect(survivors).toEqual([]);
  });
});

/** What takes a key of arbitrary text. */
const keyed = [
  ['AttemptStore', 'attempt'],
  ['AttemptStore', 'forgive'],
  ['AttemptStore', 'clear'],
  ['LockoutStore', 'reserve'],
  ['LockoutStore', 'release'],
  ['LockoutStore', 'clear'],
  ['Pseudonyms', 'of'],
  ['UserStore', 'byIdentity'],
] as const;

/** Mistakes that only some methods can have, with the methods. */
const methodsWith = {
  'returns the row that it returned before, as its caller left it': [
    ['UserStore', 'byId'],
    ['SessionStore', 'byId'],
    ['FactorStore', 'stateOf'],
    ['EbookStore', 'active'],
    ['ReportStore', 'newest'],
    ['PauseStore', 'list'],
    ['FactsStore', 'current'],
    ['ConsentLog', 'ofNumber'],
    ['InterestStore', 'byEmail'],
    ['MailQueue', 'unsent'],
    ['MessageStore', 'list'],
    ['SecurityLog', 'list'],
    ['SmsQueue', 'toNumber'],
  ],
  'compares letter by letter, where case does not count': [
    ['ConsentLog', 'ofNumber'],
    ['MailQueue', 'about'],
    ['MailQueue', 'removeAbout'],
    ['MailQueue', 'removeTo'],
    ['MessageStore', 'ofSender'],
    ['MessageStore', 'removeOfSender'],
    ['Outbox', 'removeAbout'],
  ],
  'ignores the case of a key': keyed,
  'trims a key': keyed,
  'keeps the first 64 characters of a key': [...keyed, ['TokenStore', 'takeByCode']],
  'never lets anything expire': [
    ['FactorStore', 'sweep'],
    ['FlowStore', 'sweep'],
    ['SessionStore', 'sweep'],
    ['TokenStore', 'takeByLink'],
    ['TokenStore', 'takeByCode'],
    ['TokenStore', 'sweep'],
    ['AttemptStore', 'sweep'],
    ['LockoutStore', 'sweep'],
    ['SecurityLog', 'sweep'],
    ['ReportStore', 'purge'],
    ['ConsentLog', 'purge'],
    ['MailQueue', 'purge'],
    ['MessageStore', 'purge'],
  ],
  'lets only one of the calls at once change anything': [
    ['AttemptStore', 'attempt'],
    ['DownloadLog', 'record'],
    ['EbookStore', 'activate'],
    ['FactorStore', 'change'],
    ['FlowStore', 'takeCode'],
    ['LockoutStore', 'reserve'],
    ['MailQueue', 'enqueue'],
    ['MessageStore', 'add'],
    ['MessageStore', 'update'],
    ['PauseStore', 'change'],
    ['ReportStore', 'add'],
    ['SecurityLog', 'record'],
    ['SessionStore', 'change'],
    ['TokenStore', 'takeByCode'],
    ['TokenStore', 'takeByLink'],
    ['UserStore', 'change'],
    ['UserStore', 'create'],
  ],
} as const satisfies Readonly<
  Partial<
    Record<keyof typeof mistakes, readonly (readonly [port: keyof SitePorts, method: string])[]>
  >
>;

describe.each(Object.entries(methodsWith))('an adapter that %s', (mistake, methods) => {
  test.each([...methods])('is no %s, by %s', async (port, name) => {
    const sabotage = inMethod(name, mistakes[mistake as keyof typeof mistakes]);
    expect(await failuresOf((runner) => overMemory[port](runner, sabotage))).not.toEqual([]);
  });
});
