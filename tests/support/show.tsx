import type { RejectedForm, RuntimeConfig } from '@coachsite/adapters/contract';
import { cleanup, configure, render } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterAll } from 'vitest';
import { addTexts, createI18n, type Language, type Namespace } from '#ui/src/i18n/index.ts';
import { FormProvider, RuntimeConfigProvider } from '#ui/src/site/runtime-config.ts';
import { someRuntimeConfig } from './runtime-config.ts';

/** Rendering may take a busy machine longer than the library's default of one second. */
configure({ asyncUtilTimeout: 10_000 });

// A toast that expires after the last test has nothing left to update.
afterAll(cleanup);

interface ShowOptions {
  readonly language?: Language;
  readonly texts: readonly Namespace[];
  readonly config?: Partial<RuntimeConfig>;
  readonly form?: RejectedForm;
}

/** Renders a part of the site with its real texts in one language. */
export async function show(part: ReactNode, options: ShowOptions) {
  const { language = 'nl', texts, config, form } = options;
  cleanup();
  const value = { ...someRuntimeConfig, ...config };
  const i18n = await createI18n(language, {}, value);
  await addTexts(i18n, ['common', 'problems', ...texts]);
  return render(
    <I18nextProvider i18n={i18n}>
      <RuntimeConfigProvider value={value}>
        {createElement(FormProvider, { value: form }, part)}
      </RuntimeConfigProvider>
    </I18nextProvider>,
  );
}
