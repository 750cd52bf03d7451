import { useTranslation } from 'react-i18next';
import { risingTicks, Tally } from '../../design/index.ts';

/** What happens after a message, or after a booking: three steps. */
export function NextSteps({ after }: { readonly after: 'message' | 'booking' }) {
  const { t } = useTranslation('thank-you');
  const steps = t(after === 'booking' ? 'booked.steps' : 'steps', { returnObjects: true });
  return (
    <ol className="rows a3">
      {steps.map((step, at) => (
        <li key={step.title}>
          <Tally
            ticks={risingTicks(3, at + 1, 45)}
            {...(at === 2 ? { look: 'hot' as const } : {})}
            label={t('step', { step: at + 1 })}
          />
          <h3 className="h-3">{step.title}</h3>
          <p className="small">{step.text}</p>
        </li>
      ))}
    </ol>
  );
}
