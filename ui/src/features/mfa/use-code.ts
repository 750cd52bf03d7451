import type { ApiError, AuthFactor, KeptSession } from '@coachsite/adapters/browser';
import { err, ok, type Result } from 'neverthrow';
import { useRef, useState } from 'react';
import { factors } from '../../session/compose.ts';

/** The factor that a code is requested for. */
type CodeFactor = Pick<AuthFactor, 'id' | 'factor_type'>;

/** One round of a code: requested, typed, and verified. */
export interface CodeRound {
  /** The input so far; a space for each empty cell. */
  readonly code: string;
  readonly setCode: (code: string) => void;
  /** The error of the last code. */
  readonly error: ApiError | undefined;
  /** When a text message was sent, in Unix seconds. */
  readonly sentAt: number | undefined;
  /** Sends a code by text message; an app needs none. */
  readonly send: (factor: CodeFactor) => Promise<Result<void, ApiError>>;
  /** Verifies the typed code; a wrong code clears the cells. */
  readonly verify: (factor: CodeFactor) => Promise<Result<KeptSession, ApiError>>;
  readonly reset: () => void;
}

const empty = ' '.repeat(6);

/** Keeps the state of one code round. Source: docs/wire.md#6. */
export function useCode(): CodeRound {
  const [code, setCode] = useState(empty);
  const newest = useRef(empty);
  const [error, setError] = useState<ApiError>();
  const challenge = useRef<ReturnType<typeof factors.challenge>>(undefined);
  const [sentAt, setSentAt] = useState<number>();
  const put = (next: string) => {
    newest.current = next;
    setCode(next);
    setError(undefined);
  };
  const reset = () => {
    put(empty);
    challenge.current = undefined;
    setSentAt(undefined);
  };
  const showError = (error: ApiError) => {
    // What was typed meanwhile is another code, maybe of another factor.
    if (newest.current === code) {
      put(empty);
      setError(error);
    }
    return err(error);
  };
  return {
    code,
    setCode: put,
    error,
    sentAt,
    reset,
    send: async ({ id }) => {
      const before = challenge.current;
      const asked = factors.challenge(id);
      challenge.current = asked;
      const requested = await asked;
      const isCurrent = challenge.current === asked;
      if (requested.isErr()) {
        // The code of the message before stays valid.
        if (isCurrent) challenge.current = before;
        return err(requested.error);
      }
      if (!isCurrent) return ok();
      setError(undefined);
      setSentAt(Math.floor(Date.now() / 1000));
      return ok();
    },
    verify: async ({ id, factor_type: type }) => {
      // A challenge allows five wrong codes; an app gets a new challenge for each attempt.
      // A text message can arrive before the response of the call that sent it.
      const requested = await (type === 'totp' ? factors.challenge(id) : challenge.current);
      if (requested?.isErr()) return showError(requested.error);
      const challengeId = requested?.isOk() ? requested.value.id : '';
      const verified = await factors.verify(id, challengeId, code.replace(/\s/g, ''));
      return verified.isErr() ? showError(verified.error) : ok(verified.value);
    },
  };
}
