import type { RejectedForm, RuntimeConfig } from '@coachsite/adapters/contract';
import { createContext, useContext } from 'react';

const RuntimeConfigContext = createContext<RuntimeConfig | undefined>(undefined);
const FormContext = createContext<RejectedForm | undefined>(undefined);

export const RuntimeConfigProvider = RuntimeConfigContext.Provider;
export const FormProvider = FormContext.Provider;

/** The runtime configuration. */
export function useRuntimeConfig(): RuntimeConfig {
  const config = useContext(RuntimeConfigContext);
  if (!config) throw new Error('useRuntimeConfig needs a RuntimeConfigProvider above it');
  return config;
}

/** The form as the server returned it, on a page that is the response to a form with errors; undefined elsewhere. */
export function useReturnedForm(): RejectedForm | undefined {
  return useContext(FormContext);
}
