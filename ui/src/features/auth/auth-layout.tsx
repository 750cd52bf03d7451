import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { StretchTitle } from '../../design/index.ts';
import { PressDial } from './press-dial.tsx';

/** The sign-in pages: a tartan side with the title and the picture, and the content beside it. */
export function AuthLayout({
  lines,
  box,
  children,
}: {
  readonly lines: readonly { readonly text: string; readonly width: string }[];
  /** The element around the content. */
  readonly box?: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('auth');
  return (
    <div className="auth">
      <div className="auth-side ground g-tartan">
        <StretchTitle lines={lines} look="1" />
        <div className="dialbox">
          <PressDial label={t('picture')} />
        </div>
        <p className="label hide-sm">{t('side')}</p>
      </div>
      <div className="auth-main ground g-page">
        <div className="auth-form" ref={box}>
          {children}
        </div>
      </div>
    </div>
  );
}
