import type { AlarmStore } from '../../alarm/index.ts';
import type { ContentStore, PictureMaker } from '../../content/index.ts';
import type { MailDns } from '../../mail-domain/index.ts';
import type { MissedPaths } from '../../redirects/index.ts';
import type { Ports } from '../ports.ts';

/** Every port of this site by its name: also those of the modules that are not published. */
export interface SitePorts extends Ports {
  readonly AlarmStore: AlarmStore;
  readonly ContentStore: ContentStore;
  readonly MissedPaths: MissedPaths;
  readonly MailDns: MailDns;
  readonly PictureMaker: PictureMaker;
}
