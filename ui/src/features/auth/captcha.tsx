import type { RuntimeConfig } from '@coachsite/adapters/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { onCaptchaTaken, storeCaptchaToken } from '../../session/captcha-token.ts';
import { useRuntimeConfig } from '../../site/runtime-config.ts';

/** The interface that the scripts of both services share. */
interface Widget {
  readonly render: (
    place: HTMLElement,
    options: {
      readonly sitekey: string;
      readonly callback: (token: string) => void;
      readonly 'expired-callback': () => void;
      readonly language?: string;
      readonly hl?: string;
    },
  ) => string;
  readonly reset: (id: string) => void;
  readonly remove: (id: string) => void;
}

declare global {
  interface Window {
    readonly turnstile?: Widget;
    readonly hcaptcha?: Widget;
  }
}

type Settings = NonNullable<RuntimeConfig['captcha']>;

const scripts = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit',
} as const;

const loading = new Map<string, Promise<void>>();

/**
 * Resolves when the script has loaded. Without it no request has a token, so the server rejects the request and the
 * form says so.
 */
function load(url: string): Promise<void> {
  const known = loading.get(url);
  if (known) return known;
  const loaded = new Promise<void>((resolve) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => loading.delete(url);
    document.head.append(script);
  });
  loading.set(url, loaded);
  return loaded;
}

const widgetOf = ({ provider }: Settings) => window[provider];

/** The widget of the configured CAPTCHA service; nothing if none is configured. Source: docs/contract.md#2. */
export function Captcha() {
  const { captcha } = useRuntimeConfig();
  return captcha ? <Puzzle settings={captcha} /> : null;
}

function Puzzle({ settings }: { readonly settings: Settings }) {
  const { i18n } = useTranslation('auth');
  const place = useRef<HTMLDivElement>(null);
  const { language } = i18n;
  useEffect(() => {
    let id: string | undefined;
    let isOver = false;
    const stop = onCaptchaTaken(() => {
      if (id !== undefined) widgetOf(settings)?.reset(id);
    });
    void load(scripts[settings.provider]).then(() => {
      if (isOver || !place.current) return;
      id = widgetOf(settings)?.render(place.current, {
        sitekey: settings.siteKey,
        callback: storeCaptchaToken,
        'expired-callback': () => storeCaptchaToken(undefined),
        language,
        hl: language,
      });
    });
    return () => {
      isOver = true;
      stop();
      storeCaptchaToken(undefined);
      if (id !== undefined) widgetOf(settings)?.remove(id);
    };
  }, [settings, language]);
  return <div ref={place} />;
}
