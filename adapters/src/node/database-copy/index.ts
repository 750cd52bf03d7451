export {
  type Copied,
  type CopyOptions,
  copySiteIn,
  type NotEmpty,
  type SiteFiles,
} from './copy-in.ts';
export { holdsSite, postgresSnapshots, recordIn } from './snapshots.ts';
