import type { RejectedForm, RuntimeConfig } from '@coachsite/adapters/contract';
import { createContext, useContext } from 'react';

const RuntimeConfigContext = createContext<RuntimeConfig | undefined>(undefined);
const FormContext = createContext<RejectedForm | undefined>(undefined);

export const RuntimeConfigProvider = RuntimeConfigContext.Provider;
export const FormProvider = FormContext.Provider;

/** What only the running server knows. */
export function useRuntimeConfig(): RuntimeConfig {
  const config = useContext(RuntimeConfigContext);
  if (!config) throw new Error('useRuntimeConfig needs a RuntimeConfigProvider above it');
  return config;
}

/** The form the server sent back, on the page that answers `POST /contact` with 422; undefined elsewhere. */
export function useReturnedForm(): RejectedForm | undefined {
  return useContext(FormContext);
}
