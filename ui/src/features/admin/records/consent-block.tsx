import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Input, Notice, RichText } from '../../../design/index.ts';
import { focusField, textOf, useSubmit } from '../../../forms/index.ts';
import { AdminBlock } from '../parts/block.tsx';
import { ready } from '../parts/use-block.ts';
import { ConsentProofView } from './consent-proof-view.tsx';
import { useConsentProof } from './use-consent-proof.ts';

/** The proof of a visitor's cookie choice, by its number. Source: docs/law-and-search.md#D10. */
export function ConsentBlock() {
  const { t } = useTranslation(['admin', 'common']);
  const { proof, failure, clear, lookUp } = useConsentProof();
  const [error, setError] = useState<string>();
  const looking = useSubmit(async (sent) => {
    const number = textOf(sent, 'number').trim();
    if (number !== '') return lookUp(number);
    setError(t('consent.missing'));
    focusField(sent, 'number');
  });
  return (
    <AdminBlock id="choices" full title={t('consent.title')} block={ready}>
      {() => (
        <div className="stack gap-5">
          <p className="small mw-44">
            <RichText text={t('consent.text')} />
          </p>
          <form
            className="stack gap-4 mw-34"
            method="dialog"
            noValidate
            data-app
            onSubmit={looking.submit}
          >
            <Input
              id="consent-number"
              name="number"
              label={t('consent.number')}
              error={error}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={64}
              required
              onInput={() => {
                setError(undefined);
                clear();
              }}
            />
            <p>
              <Button
                type="submit"
                small
                look="line"
                icon="search"
                busy={looking.isBusy}
                busyLabel={t('common:loading.busy')}
              >
                {t('consent.find')}
              </Button>
            </p>
          </form>
          {failure ? <Notice tone="info" icon="search" alert title={failure} /> : null}
          {proof ? <ConsentProofView key={proof.id} proof={proof} /> : null}
        </div>
      )}
    </AdminBlock>
  );
}
