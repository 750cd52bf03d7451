import type { ApiError, AuthFactor, KeptSession } from '@coachsite/adapters/browser';
import { err, ok, type Result } from 'neverthrow';
import { useState } from 'react';
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
  const [error, setError] = useState<ApiError>();
  const [challengeId, setChallengeId] = useState<string>();
  const [sentAt, setSentAt] = useState<number>();
  const reset = () => {
    setCode(empty);
    setError(undefined);
    setChallengeId(undefined);
    setSentAt(undefined);
  };
  const showError = (error: ApiError) => {
    setError(error);
    setCode(empty);
    return err(error);
  };
  return {
    code,
    setCode: (next) => {
      setError(undefined);
      setCode(next);
    },
    error,
    sentAt,
    reset,
    send: async ({ id }) => {
      const requested = await factors.challenge(id);
      if (requested.isErr()) return err(requested.error);
      setError(undefined);
      setChallengeId(requested.value.id);
      setSentAt(Math.floor(Date.now() / 1000));
      return ok();
    },
    verify: async ({ id, factor_type: type }) => {
      // A challenge allows five wrong codes; an app gets a new challenge for each attempt.
      const requested = type === 'totp' ? await factors.challenge(id) : undefined;
      if (requested?.isErr()) return showError(requested.error);
      const challenge = requested?.isOk() ? requested.value.id : (challengeId ?? '');
      const verified = await factors.verify(id, challenge, code.replace(/\s/g, ''));
      return verified.isErr() ? showError(verified.error) : ok(verified.value);
    },
  };
}
