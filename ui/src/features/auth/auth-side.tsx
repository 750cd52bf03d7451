import { useTranslation } from 'react-i18next';
import { StretchTitle } from '../../design/index.ts';
import { PressDial } from './press-dial.tsx';

/** The tartan side of the sign-in pages: the title and the picture. Source: docs/design.md#4. */
export function AuthSide({
  lines,
}: {
  readonly lines: readonly { readonly text: string; readonly width: string }[];
}) {
  const { t } = useTranslation('auth');
  return (
    <div className="auth-side ground g-tartan">
      <StretchTitle lines={lines} look="1" />
      <div className="dialbox">
        <PressDial label={t('picture')} />
      </div>
      <p className="label hide-sm">{t('side')}</p>
    </div>
  );
}
