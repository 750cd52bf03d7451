import type { ListPorts, Ports } from '../compose/index.ts';
import type { Config } from '../config/config.ts';
import { interestMails } from '../mails/notify-me.ts';

/** The ports of the waiting lists, whose mails name the newest article. */
export const listPorts = (
  ports: Ports,
  config: Config,
  newestArticle: ListPorts['newestArticle'],
): ListPorts => ({
  ...ports,
  newestArticle,
  interestMails: interestMails(config, newestArticle),
});
