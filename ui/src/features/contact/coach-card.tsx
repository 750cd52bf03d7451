import { portraitPath } from '@coachsite/adapters/contract';
import { useTranslation } from 'react-i18next';
import { useCoach } from '../../i18n/coach.ts';
import { usePortrait } from '../../site/portrait.ts';
import { SampleMark } from '../../site/sample-mark.tsx';

/**
 * Who writes and replies: portrait, name and one line. What the owner has not given is left out; without a name there
 * is no card.
 * Source: docs/rules.md#1.
 */
export function CoachCard() {
  const { t } = useTranslation('common');
  const { name, region, training } = useCoach();
  const portrait = usePortrait();
  if (!name) return null;
  const line = [t('person.role', { region }), training[0]?.title].filter(Boolean).join(' · ');
  return (
    <div className="coach-card">
      {portrait ? (
        <span className="portrait coach-face">
          <img
            src={portraitPath(portrait.key, 96, 'jpg')}
            srcSet={`${portraitPath(portrait.key, 480, 'jpg')} 2x`}
            alt={portrait.alt}
            width={64}
            height={64}
            loading="lazy"
          />
        </span>
      ) : null}
      <p>
        <b>{name}</b> <SampleMark fact="coach" /> <span className="note block">{line}</span>
      </p>
    </div>
  );
}
