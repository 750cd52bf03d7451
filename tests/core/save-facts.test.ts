import {
  changePortrait,
  factsIn,
  type OwnerFacts,
  restoreFacts,
  saveFacts,
} from '@coachsite/core/facts';
import { asOperator, requireAdmin } from '@coachsite/core/roles';
import {
  memoryClock,
  memoryIds,
  memoryPhoneReader,
  memorySecurityLog,
} from '@coachsite/core/testing';
import { memoryContentStore } from '@coachsite/core/testing/site';
import { expect, test } from 'vitest';
import { someFacts } from '../support/some-facts.ts';

const context = { ip: '192.0.2.1', userAgent: 'a browser' };
const noon = Date.UTC(2026, 10, 24, 12);
const actor = requireAdmin({
  userId: 'coach',
  sessionId: 's',
  roles: ['admin'],
  needsSecondFactor: false,
})._unsafeUnwrap();

const settings = { file: someFacts };

/** What an admin changes facts with, and what the log has about facts, oldest first. */
function adminSite() {
  const content = memoryContentStore();
  const ports = {
    content,
    clock: memoryClock(noon),
    facts: factsIn(content),
    ids: memoryIds(),
    readPhone: memoryPhoneReader,
    securityLog: memorySecurityLog(),
  };
  const editor = { actor, context };
  const logged = async () =>
    (await ports.securityLog.list({ limit: 100 }))
      .map(({ actionType, userId, details }) => ({ actionType, userId, details }))
      .toReversed();
  const save = (facts: OwnerFacts, change: Partial<Parameters<typeof saveFacts>[2]> = {}) =>
    saveFacts(ports, settings, { ...editor, facts, ...change });
  return { ports, editor, logged, save };
}

const withPhone = { ...someFacts, phone: '+32 470 99 88 77' };

test('a change is stored with who and when, and logged with the names of what changed', async () => {
  const { ports, logged, save } = adminSite();
  const saved = (await save({ ...withPhone, email: 'bo@voorbeeld.be' }))._unsafeUnwrap();
  const content = { email: 'bo@voorbeeld.be', phone: withPhone.phone };
  expect(saved).toEqual({ id: 1, savedAt: noon, savedBy: 'coach', content });
  expect(await ports.facts.current()).toEqual(saved);
  // Compared with what was published, not with the file.
  (await save({ ...someFacts, email: 'bo@voorbeeld.be' }))._unsafeUnwrap();
  expect(await logged()).toEqual([
    {
      actionType: 'facts_changed',
      userId: 'coach',
      details: { version: 1, facts: ['email', 'phone'] },
    },
    { actionType: 'facts_changed', userId: 'coach', details: { version: 2, facts: ['phone'] } },
  ]);
});

test('invisible characters around address and number are not stored, and a number that nobody has is refused', async () => {
  const { ports, save } = adminSite();
  const pasted = {
    email: '\u200bbo@voorbeeld.be\u00a0',
    phone: '\u202a+32 (0)470 99 88 77\u202c',
  };
  (await save({ ...someFacts, ...pasted }))._unsafeUnwrap();
  expect((await ports.facts.current())?.content).toEqual({
    email: 'bo@voorbeeld.be',
    phone: '+32 (0)470 99 88 77',
  });
  const problems = [{ field: 'phone', reason: 'not_a_phone' }];
  for (const phone of ['+32 0470 99 88 77', 'call me'])
    expect((await save({ ...someFacts, phone }))._unsafeUnwrapErr()).toEqual({
      kind: 'facts_invalid',
      problems,
    });
});

test('wrong facts and a change of an older version store and log nothing', async () => {
  const { ports, logged, save } = adminSite();
  expect((await save({ ...someFacts, email: 'x' }))._unsafeUnwrapErr()).toEqual({
    kind: 'facts_invalid',
    problems: [{ field: 'email', reason: 'not_an_email' }],
  });
  (await save(withPhone, { base: 0 }))._unsafeUnwrap();
  expect((await save(someFacts, { base: 0 }))._unsafeUnwrapErr()).toEqual({
    kind: 'facts_conflict',
  });
  expect((await ports.facts.versions()).map(({ id }) => id)).toEqual([1]);
  expect(await logged()).toHaveLength(1);
});

test('a sample that is changed is none any more, unless the change says so', async () => {
  const { save } = adminSite();
  const samplesAfter = async (...change: Parameters<typeof save>) =>
    (await save(...change))._unsafeUnwrap().content.samples;
  expect(await samplesAfter(someFacts)).toBeUndefined();
  expect(await samplesAfter(someFacts, { samples: ['claims', 'phone'] })).toEqual([
    'claims',
    'phone',
  ]);
  expect(await samplesAfter(withPhone)).toEqual(['claims']);
  expect(await samplesAfter(someFacts, { samples: ['phone'] })).toEqual(['phone']);
});

test('a new portrait is stored with its facts and without the focal point of the old one', async () => {
  const { ports, editor } = adminSite();
  const bytes = Uint8Array.of(1, 2);
  const portrait = {
    key: 'fedcba9876543210',
    files: [{ width: 320, format: 'avif', bytes }],
  } as const;
  const change = (one: typeof portrait | undefined) =>
    changePortrait(ports, settings, { ...editor, portrait: one });
  const { alt } = someFacts.coach.portrait;
  const first = (await change(portrait))._unsafeUnwrap();
  expect(first.content.coach?.portrait).toEqual({ file: portrait.key, alt });
  expect(await ports.content.pictureFile(portrait.key, 320, 'avif')).toEqual(bytes);
  const second = (await change(undefined))._unsafeUnwrap();
  expect(second.content.coach?.portrait).toEqual({ file: '', alt });
});

test('a version names its portrait, so that the store keeps it, and one without names none', async () => {
  const { ports, editor } = adminSite();
  const named: unknown[] = [];
  const { save } = ports.content;
  Object.assign(ports.content, {
    save: (...given: Parameters<typeof save>) => {
      named.push(given[2]?.pictures);
      return save(...given);
    },
  });
  const portrait = { key: 'fedcba9876543210', files: [] };
  for (const one of [portrait, undefined])
    (await changePortrait(ports, settings, { ...editor, portrait: one }))._unsafeUnwrap();
  expect(named).toEqual([[portrait.key], []]);
});

test('a portrait does not replace what was saved while it was made', async () => {
  for (const already of [0, 1]) {
    const { ports, editor, save } = adminSite();
    if (already === 1) await save(withPhone);
    const overtaken = {
      ...ports,
      facts: {
        ...ports.facts,
        current: async () => {
          const before = await ports.facts.current();
          await save({ ...someFacts, phone: '' });
          return before;
        },
      },
    };
    const changed = await changePortrait(overtaken, settings, { ...editor, portrait: undefined });
    expect(changed._unsafeUnwrapErr()).toEqual({ kind: 'facts_conflict' });
    expect((await ports.facts.current())?.content).toEqual({ phone: '' });
  }
});

test('a version is restored as the newest, and logged with what that changes', async () => {
  const { ports, logged, save } = adminSite();
  const operator = { actor: asOperator(), context };
  const restore = (id: number) => restoreFacts(ports, settings, { ...operator, id });
  expect((await restore(1))._unsafeUnwrapErr()).toEqual({ kind: 'facts_version_not_found' });
  expect((await restore(0))._unsafeUnwrap()).toMatchObject({ id: 1, content: {} });
  await save(withPhone);
  await save({ ...someFacts, email: 'bo@voorbeeld.be' });
  expect((await restore(2))._unsafeUnwrap()).toEqual({
    id: 4,
    savedAt: noon,
    savedBy: undefined,
    content: { phone: withPhone.phone },
  });
  expect((await restore(0))._unsafeUnwrap()).toMatchObject({ id: 5, content: {} });
  const restored = (await logged()).filter(({ actionType }) => actionType === 'facts_restored');
  expect(restored).toEqual(
    [
      { version: 1, facts: [] },
      { version: 4, facts: ['email', 'phone'] },
      { version: 5, facts: ['phone'] },
    ].map((details) => ({ actionType: 'facts_restored', userId: undefined, details })),
  );
});

test('a version is not restored over one that was saved in the meantime', async () => {
  for (const already of [0, 1]) {
    const { ports, editor, save } = adminSite();
    if (already === 1) await save(withPhone);
    const overtaken = {
      ...ports,
      facts: {
        ...ports.facts,
        versions: async () => {
          const before = await ports.facts.versions();
          await save({ ...someFacts, phone: '' });
          return before;
        },
      },
    };
    const restored = await restoreFacts(overtaken, settings, { ...editor, id: 0 });
    expect(restored._unsafeUnwrapErr()).toEqual({ kind: 'facts_conflict' });
  }
});
