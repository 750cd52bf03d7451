import type { ApiError, AuthFactor, KeptSession } from '@coachsite/adapters/browser';
import { err, ok, type Result } from 'neverthrow';
import { useState } from 'react';
import { factors } from '../../session/compose.ts';

/** What a code is asked of. */
export type AskedFactor = Pick<AuthFactor, 'id' | 'factor_type'>;

/** A code of one factor: asked for, typed, and answered. */
export interface CodeRound {
  /** What was typed so far; a space for an empty cell. */
  readonly code: string;
  readonly setCode: (code: string) => void;
  /** Why the last code was refused. */
  readonly error: ApiError | undefined;
  /** When a text message went out, in Unix seconds. */
  readonly sentAt: number | undefined;
  /** Texts a code; an app needs no asking. */
  readonly send: (factor: AskedFactor) => Promise<Result<void, ApiError>>;
  /** Answers with what was typed; a wrong code leaves empty cells. */
  readonly answer: (factor: AskedFactor) => Promise<Result<KeptSession, ApiError>>;
  readonly reset: () => void;
}

const empty = ' '.repeat(6);

/** Keeps one round of asking for a code and answering it. Source: docs/wire.md#6. */
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
      const asked = await factors.ask(id);
      if (asked.isErr()) return err(asked.error);
      setError(undefined);
      setChallengeId(asked.value.id);
      setSentAt(Math.floor(Date.now() / 1000));
      return ok();
    },
    answer: async ({ id, factor_type: type }) => {
      // A challenge takes five wrong codes; an app gets a new one for each answer.
      const asked = type === 'totp' ? await factors.ask(id) : undefined;
      if (asked?.isErr()) return showError(asked.error);
      const challenge = asked?.isOk() ? asked.value.id : (challengeId ?? '');
      const answered = await factors.answer(id, challenge, code.replace(/\s/g, ''));
      return answered.isErr() ? showError(answered.error) : ok(answered.value);
    },
  };
}
