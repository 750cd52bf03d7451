export { reportsMentioning } from './mentions.ts';
export type { ReportStore, StoredReport } from './ports.ts';
export { recordReport } from './record-report.ts';
export { type ReportedError, type ReportedErrors, readReportedErrors } from './reported-errors.ts';
