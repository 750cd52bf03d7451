export { Identity } from './identity.tsx';
export { LegalPage, Part, Parts } from './legal-page.tsx';
export { Processors } from './processors.tsx';
export { Retention } from './retention.tsx';
export { storedItemsOf, storedTotals, totalsOf } from './stored-items.ts';
export { StoredCount, StoredTable } from './stored-list.tsx';
