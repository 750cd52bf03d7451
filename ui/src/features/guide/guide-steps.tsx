import { useTranslation } from 'react-i18next';
import { risingTicks, Tally } from '../../design/index.ts';

/** The five steps, each with its place among five rising ticks. Source: docs/rules.md#1. */
export function GuideSteps() {
  const { t } = useTranslation('guide');
  const steps = t('steps', { returnObjects: true });
  return (
    <ol className="steps">
      {steps.map((step, at) => (
        <li key={step.title}>
          <Tally
            ticks={risingTicks(steps.length, at + 1)}
            {...(at === steps.length - 1 ? { look: 'hot' as const } : {})}
            label={t('read.step', { step: at + 1 })}
          />
          <h3 className="h-3">{step.title}</h3>
          <p>{step.text}</p>
        </li>
      ))}
    </ol>
  );
}
