import { type PasswordFeedback, scorePassword, strongScore } from '@coachsite/core/account';
import { useTranslation } from 'react-i18next';
import { Icon } from '../design/index.ts';

const rules: readonly PasswordFeedback[] = [
  'length',
  'uppercase',
  'lowercase',
  'digit',
  'special',
  'pattern',
];

const bars = [1, 2, 3, 4, 5];

/**
 * Five rising bars, their meaning as text, and the rules that the password does not meet yet.
 * Source: docs/rules.md#5, docs/design.md#6.7.
 */
export function Strength({ id, password }: { readonly id: string; readonly password: string }) {
  const { t } = useTranslation('auth');
  const { score, strong, feedback } = scorePassword(password);
  const isEnough = strong && !feedback.includes('length');
  const level = isEnough ? 'strong' : score >= strongScore - 1 ? 'mid' : 'weak';
  return (
    <div className="stack gap-3" id={id}>
      <div className="strength" data-level={level}>
        <span className="bars" aria-hidden="true">
          {bars.map((bar) => (
            <i key={bar} className={bar <= score ? 'on' : undefined} />
          ))}
        </span>
        <p role="status">{password && t(`strength.${level}`)}</p>
      </div>
      <ul className="rules">
        {rules.map((rule) => {
          // An empty field must not count as a passed rule.
          const isMissing = password === '' || feedback.includes(rule);
          const state = !isMissing ? 'done' : rule === 'pattern' && password ? 'warn' : 'todo';
          const icon = { done: 'check', warn: 'alert', todo: 'plus' } as const;
          return (
            <li key={rule} className={state === 'todo' ? undefined : state}>
              <Icon name={icon[state]} />
              <span>
                {t(`strength.rules.${rule}`)}
                <span className="sr">{t(`strength.states.${state}`)}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
