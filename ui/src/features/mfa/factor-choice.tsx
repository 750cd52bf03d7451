import type { AuthFactor } from '@coachsite/adapters/browser';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../design/index.ts';

/** The last two digits, by which the owner recognises the number. */
export const phoneEnd = (factor: Pick<AuthFactor, 'phone'>): string =>
  (factor.phone ?? '').slice(-2);

/** The choice between several factors. */
export function FactorChoice({
  factors,
  value,
  onChange,
}: {
  readonly factors: readonly AuthFactor[];
  readonly value: string;
  onChange(id: string): void;
}) {
  const { t } = useTranslation('mfa');
  return (
    <fieldset>
      <legend className="sr">{t('step.choice')}</legend>
      <div className="ways">
        {factors.map((factor) => (
          <label key={factor.id}>
            <input
              type="radio"
              name="second-factor"
              checked={factor.id === value}
              onChange={() => onChange(factor.id)}
            />
            <Icon name={factor.factor_type === 'totp' ? 'shield' : 'phone'} />
            <span>
              {t(`step.${factor.factor_type}`)}{' '}
              <small>
                {factor.factor_type === 'totp'
                  ? t('step.totpNote')
                  : t('step.phoneNote', { end: phoneEnd(factor) })}
              </small>
            </span>{' '}
            <Icon name="check" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
