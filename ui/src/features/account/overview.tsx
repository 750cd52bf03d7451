import type { AuthUser } from '@coachsite/adapters/browser';
import { useTranslation } from 'react-i18next';
import { ButtonLink, Icon, Panel, risingTicks, Tally } from '../../design/index.ts';

/** The protections of the account, one tick each, lit if active. */
export function Overview({ user }: { readonly user: AuthUser }) {
  const { t } = useTranslation(['account', 'mfa']);
  const isHeld = (type: 'totp' | 'phone') =>
    user.factors?.some((held) => held.factor_type === type && held.status === 'verified') ?? false;
  const protections = [
    { id: 'email', isActive: user.email_confirmed_at !== undefined },
    { id: 'password', isActive: true },
    { id: 'app', isActive: isHeld('totp') },
    { id: 'phone', isActive: isHeld('phone') },
  ] as const;
  const count = protections.filter(({ isActive }) => isActive).length;
  return (
    <Panel ground="butter" id="overview">
      <div className="split items-center">
        <div>
          <Tally
            ticks={risingTicks(protections.length, count, 60)}
            size="l"
            label={t('overview.label', { count })}
          />
        </div>
        <div className="stack">
          <h2 className="h-2">{t('overview.title', { count })}</h2>
          <ul className="rules" aria-label={t('overview.list')}>
            {protections.map(({ id, isActive }) => (
              <li key={id} className={isActive ? 'done' : undefined}>
                <Icon name={isActive ? 'check' : 'plus'} />
                <span>
                  {t(`overview.${id}`)}
                  <span className="sr">{t(isActive ? 'overview.done' : 'overview.todo')}</span>
                </span>
              </li>
            ))}
          </ul>
          {isHeld('totp') ? null : (
            <p>
              <ButtonLink href="#app" icon="shield">
                {t('mfa:app.start')}
              </ButtonLink>
            </p>
          )}
        </div>
      </div>
    </Panel>
  );
}
