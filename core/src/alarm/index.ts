export {
  type DiskSpace,
  type FaultKind,
  type Finding,
  findFaults,
  type MailOwner,
  type Observed,
} from './faults.ts';
export { isJobLate, type JobRuns, readRuns, type SiteJob, siteJobs } from './jobs.ts';
export {
  type LookPorts,
  type LookResult,
  type LookSettings,
  lookAfterSite,
} from './look-after-site.ts';
export { type AlarmStep, nextStep, overMs, repeatMs, untold } from './next-step.ts';
export type {
  AlarmState,
  AlarmStore,
  KnownFault,
  ToAlarmMail,
} from './ports.ts';
export { runsOnSince, type Uptime } from './uptime.ts';
