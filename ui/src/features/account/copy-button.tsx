import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/index.ts';
import { usePress } from '../../forms/index.ts';
import { toast } from '../notification/index.ts';

/** Copies what stands beside it, or says that the browser does not allow that. */
export function CopyButton({
  text,
  done,
  children,
}: {
  readonly text: string;
  /** What is said afterwards. */
  readonly done: string;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('mfa');
  const { isBusy, press } = usePress(async () => {
    // Browsers without a secure connection have no clipboard at all.
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject();
    const isCopied = await written.then(
      () => true,
      () => false,
    );
    toast({
      system: 'form',
      tone: isCopied ? 'good' : 'bad',
      title: isCopied ? done : t('copyFailed'),
    });
  });
  return (
    <Button small look="line" icon="copy" busy={isBusy} onClick={press}>
      {children}
    </Button>
  );
}
