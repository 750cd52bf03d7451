import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dial } from '../../design/index.ts';

/** An app makes a new code this often, in seconds. Source: RFC 6238. */
const stepSeconds = 30;

/** The clock of this page in Unix seconds, once a second; undefined before the page runs. */
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

/** How long the code in the app still counts: thirty ticks and the seconds. Source: docs/design.md#6.8. */
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
