import { useTranslation } from 'react-i18next';
import { risingTicks, Tally } from '../../design/index.ts';

/** How coaching begins, in three steps; on the page of one service the third (`last`) is its own. */
export function StartSteps({
  last,
}: {
  readonly last?: { readonly title: string; readonly text: string };
}) {
  const { t } = useTranslation('offers');
  const steps = t('start.steps', { returnObjects: true });
  return (
    <ol className="begin">
      {[...steps.slice(0, 2), last ?? steps[2]].map((step, at) =>
        step ? (
          <li key={step.title}>
            <Tally ticks={risingTicks(3, at + 1, 45)} look="hot" />
            <h3 className="h-3">{step.title}</h3>
            <p className="small">{step.text}</p>
          </li>
        ) : null,
      )}
    </ol>
  );
}
