import { useTranslation } from 'react-i18next';
import { Button, Panel } from '../../design/index.ts';
import { ConsentNumber } from './consent-number.tsx';
import { ConsentSwitches } from './consent-switches.tsx';

/**
 * The choice inside the cookie policy: shows what is currently allowed and saves changes like the banner. The behaviour
 * is in `document/consent.ts`. Source: docs/law-and-search.md#D7, docs/law-and-search.md#D10.
 */
export function ConsentPanel({ reopen }: { readonly reopen: string }) {
  const { t } = useTranslation('consent');
  return (
    <Panel ground="butter" className="sans mw-44 needs-js" data-consent-panel>
      <ConsentSwitches />
      <div className="row mt-4 gap-3">
        <Button small icon="check" data-consent-save>
          {t('save')}
        </Button>{' '}
        <Button look="line" small data-consent-settings>
          {reopen}
        </Button>
      </div>
      <ConsentNumber className="mt-4" />
    </Panel>
  );
}
