import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TickBar } from '../../design/index.ts';
import type { TranslatedProgram } from './listed-programs.ts';

/** Ticks of a bar or dial, and how many of them a share lights: 45 of 60 for 75 %. */
export const progressTicks = 60;
export const litTicks = (percent: number): number => Math.round((progressTicks * percent) / 100);

/** The progress of a program, the same in words, number and bar. `children` is a note below them. */
export function ComingSoon({
  program,
  children,
}: {
  readonly program: TranslatedProgram;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('programs');
  return (
    <div className="soon">
      <p className="soon-top">
        <span>{t('soon')}</span> <b>{program.progressPercent}%</b>
      </p>
      <TickBar lit={litTicks(program.progressPercent)} n={progressTicks} />
      {children ? <p className="note">{children}</p> : null}
    </div>
  );
}
