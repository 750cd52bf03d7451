import type { ApiError } from '@coachsite/adapters/browser';
import type { ConsentProof } from '@coachsite/adapters/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from '../../../session/compose.ts';

/** Looks up the proof of a cookie choice by its number. Source: docs/law-and-search.md#D10. */
export function useConsentProof() {
  const { t } = useTranslation(['admin', 'problems']);
  const [proof, setProof] = useState<ConsentProof>();
  const [failure, setFailure] = useState<string>();

  const failureOf = ({ kind }: ApiError) =>
    kind === 'consent_not_found' || kind === 'insufficient_aal' || kind === 'not_admin'
      ? t(`problems:${kind}`)
      : t('inbox.failed');

  return {
    proof,
    failure,
    clear: () => setFailure(undefined),
    lookUp: async (number: string) => {
      setProof(undefined);
      setFailure(undefined);
      const read = await calls.get<ConsentProof>(
        `/api/admin/consents/${encodeURIComponent(number)}`,
      );
      if (read.isOk()) setProof(read.value);
      else setFailure(failureOf(read.error));
    },
  };
}
