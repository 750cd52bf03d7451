import { createContext, useContext } from 'react';
import type { Visitor } from './compose.ts';

const VisitorContext = createContext<Visitor | undefined>(undefined);

/** Set by the guard around a protected page. */
export const VisitorProvider = VisitorContext.Provider;

/** The visitor of this protected page, as the server described them when it was opened. */
export function useVisitor(): Visitor {
  const visitor = useContext(VisitorContext);
  if (!visitor) throw new Error('useVisitor needs a guarded page around it');
  return visitor;
}
