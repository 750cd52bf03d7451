import { argon2PasswordHasher } from '@coachsite/adapters/argon2';
import { readPhone } from '@coachsite/adapters/contract';
import { sharpPictureMaker } from '@coachsite/adapters/images';
import { unpdfInspector } from '@coachsite/adapters/pdf';
import { cryptoIds, cryptoRandom, sha256 } from '@coachsite/adapters/system';
import type { SecurityLogPorts } from '@coachsite/core/security-log';
import { openStores } from '../../compose/stores.ts';
import type { Config } from '../../config/config.ts';
import { makeFolder } from '../../config/data-directory.ts';

/** The ports that samples go through. Mails about samples are not sent. */
export async function openSamplePorts(
  config: Config,
  reportLostEvent: SecurityLogPorts['reportLostEvent'],
) {
  makeFolder(config.dataDirectory);
  return {
    ...(await openStores(config, { withoutMails: true })),
    ids: cryptoIds,
    random: cryptoRandom,
    readPhone,
    digest: sha256,
    passwords: argon2PasswordHasher(),
    reportLostEvent,
    pictureMaker: sharpPictureMaker(),
    pdfInspector: unpdfInspector(),
  };
}

export type SamplePorts = Awaited<ReturnType<typeof openSamplePorts>>;
