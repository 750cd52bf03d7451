import { type InboxMessage, messageStatuses } from '@coachsite/core/contact';
import { hourMs } from '@coachsite/core/kernel';
import { languages } from '@coachsite/core/language';
import texts from '@coachsite/ui/content/samples/messages.json' with { type: 'json' };
import { z } from 'zod';
import type { SamplePorts } from './ports.ts';

/** Invented for this site; the name and address of each say so. */
const samples = z
  .array(
    z.object({
      language: z.enum(languages),
      subject: z.string(),
      message: z.string(),
      status: z.enum(messageStatuses),
      hoursAgo: z.number(),
    }),
  )
  .parse(texts);

const addressOf = (index: number) => `bezoeker${index + 1}@voorbeeld.example`;

/** Messages in every state of the inbox, each once; no mail is sent about them. */
export async function addMessages(ports: SamplePorts): Promise<string> {
  const known = await ports.messages.list({ limit: 10_000, offset: 0 });
  const addresses = new Set(known.map(({ email }) => email));
  const now = ports.clock.now();
  let added = 0;
  for (const [index, sample] of samples.entries()) {
    const { hoursAgo, ...written } = sample;
    const receivedAt = now - hoursAgo * hourMs;
    const isResponded = sample.status === 'answered';
    const message: InboxMessage = {
      ...written,
      id: ports.ids.uuid(),
      name: `Voorbeeld Bezoeker ${index + 1}`,
      email: addressOf(index),
      flagged: sample.status === 'spam',
      receivedAt,
      answeredAt: isResponded ? receivedAt + 2 * hourMs : undefined,
      changedAt: isResponded ? receivedAt + 2 * hourMs : receivedAt,
    };
    if (addresses.has(message.email)) continue;
    await ports.messages.add(message, undefined, { since: now, limit: 0 });
    added += 1;
  }
  return added > 0 ? `Messages: ${added} samples` : 'Messages: the samples are there already';
}
