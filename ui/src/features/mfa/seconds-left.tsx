import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dial } from '../../design/index.ts';

/** The period of an app's codes, in seconds. Source: RFC 6238. */
const stepSeconds = 30;

/** The current time in Unix seconds, updated every second; undefined until the app runs. */
export function useSeconds(): number | undefined {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    const look = () => setNow(Math.floor(Date.now() / 1000));
    look();
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** How long the current code of the app is valid: thirty ticks and the seconds. Source: docs/design.md#6.8. */
export function AppSecondsLeft() {
  const { t } = useTranslation('mfa');
  const now = useSeconds();
  if (now === undefined) return null;
  const left = stepSeconds - (now % stepSeconds);
  return (
    <span className="timer hot">
      <Dial n={stepSeconds} lit={left} radius={31} len={12} width={3.2} hot />
      <span>{t('code.seconds', { count: left })}</span>
    </span>
  );
}
