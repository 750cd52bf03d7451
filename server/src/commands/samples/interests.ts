import { type CanonicalEmail, canonicalEmail } from '@coachsite/core/account';
import type { WaitingListId } from '@coachsite/core/catalogue';
import { defaultWaitingList } from '@coachsite/core/defaults';
import { dayMs, toBase64Url, toHex } from '@coachsite/core/kernel';
import type { SamplePorts } from './ports.ts';

/** How many sample addresses wait for each program, in the order of the shop, and for the next article. */
const perList = [4, 1, 3, 2, 2];

async function addInterest(
  ports: SamplePorts,
  email: CanonicalEmail,
  programId: WaitingListId,
  at: number,
): Promise<void> {
  const digest = () => toHex(ports.digest.sha256(toBase64Url(ports.random.bytes(16))));
  const confirmDigest = digest();
  const links = {
    confirmDigest,
    confirmUntil: at + defaultWaitingList.confirmLinkMs,
    unsubscribeDigest: digest(),
  };
  const id = ports.ids.uuid();
  const interest = {
    id,
    email,
    programId,
    language: 'nl',
    textVersion: defaultWaitingList.textVersion,
  } as const;
  const mail = { id: ports.ids.uuid(), to: email, subject: '', text: '', html: '' };
  await ports.interests.request(
    {
      ...interest,
      requestedAt: at,
      confirmedAt: undefined,
      announcedAt: undefined,
      launchQueued: false,
    },
    links,
    mail,
    at,
  );
  await ports.interests.confirm(confirmDigest, at);
}

/** Confirmed addresses for each program and the next article, each once; no mail is sent to them. */
export async function addInterests(ports: SamplePorts): Promise<string> {
  const confirmed = await ports.interests.confirmed();
  const known = new Set(confirmed.map(({ email, programId }) => `${email} ${programId}`));
  const now = ports.clock.now();
  let added = 0;
  let address = 0;
  for (const [index, { id }] of defaultWaitingList.programs.entries()) {
    for (let count = 0; count < (perList[index] ?? 0); count += 1) {
      address += 1;
      const email = canonicalEmail(`wachtlijst${address}@voorbeeld.example`);
      if (known.has(`${email} ${id}`)) continue;
      await addInterest(ports, email, id, now - address * dayMs);
      added += 1;
    }
  }
  return added > 0 ? `Notify-me: ${added} samples` : 'Notify-me: the samples are there already';
}
