import type { Ports } from '../../compose/index.ts';
import type { Config } from '../../config/config.ts';
import type { App } from '../../http/create-app.ts';
import { pictureFileRoutes } from '../picture-files.ts';
import { articleDesk, type Shown } from './article-desk.ts';
import { editRoutes } from './edit.ts';
import { exportRoute } from './export.ts';
import { articlePictureRoutes } from './pictures.ts';
import { articlePreviewRoutes } from './preview.ts';
import { renameRoute } from './rename.ts';
import { articleVersionRoutes } from './versions.ts';

/** Articles that admins write on the site, their versions and pictures. Source: docs/contract.md#3. */
export function siteArticleRoutes(app: App, ports: Ports, config: Config, shown: Shown): void {
  const desk = articleDesk(ports, shown);
  editRoutes(app, ports, config, desk);
  articleVersionRoutes(app, ports, config, desk);
  articlePreviewRoutes(app, ports, config, { ...shown, desk });
  renameRoute(app, ports, config, desk);
  exportRoute(app, ports, config, desk);
  articlePictureRoutes(app, ports, config);
  pictureFileRoutes(app, ports, '/pictures');
}
