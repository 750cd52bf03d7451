/** The figures that the first article states as guidance. Source: docs/rules.md#9. */
export const weightLossFigures = {
  deficitKcalPerDay: { from: 300, to: 500 },
  weighingsPerWeekAtMost: 1,
  stepsPerDay: { from: 8000, to: 10000 },
  lossKgPerWeek: { from: 0.5, to: 1 },
  monthsAtLeast: 3,
} as const;
