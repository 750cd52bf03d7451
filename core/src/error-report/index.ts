export type { ReportStore, StoredReport } from './ports.ts';
export { recordReport } from './record-report.ts';
