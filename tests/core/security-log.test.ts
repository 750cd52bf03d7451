import {
  clientActions,
  isSecurityEventKind,
  securityEvent,
  serverActions,
  severityOf,
} from '@coachsite/core/security-log';
import { anyText, epochMs } from '@coachsite/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { factOf } from '../support/core-cases.ts';

describe('security events (docs/rules.md#3, docs/rules.md#7)', () => {
  test('a client may log the six actions of the specification and nothing else', () => {
    expect([...clientActions].sort()).toEqual(
      [...factOf<string[]>('securityEvents', 'actions')].sort(),
    );
    expect(
      serverActions.filter((action) => (clientActions as readonly string[]).includes(action)),
    ).toEqual([]);
    fc.assert(fc.property(anyText, (text) => !isSecurityEventKind(text)));
    expect(isSecurityEventKind('toString')).toBe(false);
  });

  test('admin access has high severity', () => {
    const severity = factOf<{ admin_access: string }>('securityEvents', 'severity');
    expect(severityOf('admin_access')).toBe(severity.admin_access);
  });

  test('an entry has the fields of the specification', () => {
    const entry = factOf<{ table_name: string; details: readonly string[] }>(
      'securityEvents',
      'entry',
    );
    const kinds = fc.constantFrom(...clientActions, ...serverActions);
    fc.assert(
      fc.property(kinds, epochMs, anyText, (kind, now, userAgent) => {
        const event = securityEvent(kind, {
          now,
          userAgent,
          url: 'https://coach.example/auth?token=x#y',
        });
        expect(event.action_type).toBe(kind);
        expect(event.table_name).toBe(entry.table_name);
        expect(Object.keys(event.details)).toEqual(entry.details.map((name) => name.split('|')[0]));
        expect(Date.parse(event.details.timestamp)).toBe(now);
        expect(event.details.severity).toBe(severityOf(kind));
        expect(event.details.url).toBe('https://coach.example/auth');
      }),
    );
  });
});
