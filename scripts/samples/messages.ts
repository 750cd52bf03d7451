import type { InboxMessage, MessageStatus } from '@coachsite/core/contact';
import { hourMs } from '@coachsite/core/kernel';
import type { Language } from '@coachsite/core/language';
import type { SamplePorts } from './stores.ts';

interface Sample {
  readonly language: Language;
  readonly subject: string;
  readonly message: string;
  readonly status: MessageStatus;
  readonly hoursAgo: number;
}

/** Invented for this site; the name and address of each say so. */
const samples: readonly Sample[] = [
  {
    language: 'nl',
    subject: 'Combineren met ploegenwerk',
    message:
      'Dit is een voorbeeldbericht. Ik werk in drie ploegen. Lukt coaching dan wel, als mijn uren elke week schuiven?',
    status: 'new',
    hoursAgo: 1,
  },
  {
    language: 'nl',
    subject: 'Vraag over het voedingsplan',
    message:
      'Dit is een voorbeeldbericht. Ik eet geen vlees. Past het voedingsplan zich daaraan aan, en ook aan een gezin dat wel vlees eet?',
    status: 'new',
    hoursAgo: 19,
  },
  {
    language: 'en',
    subject: 'Coaching in English',
    message:
      'This is a sample message. My Dutch is still weak. Can the weekly check-ins be in English?',
    status: 'new',
    hoursAgo: 27,
  },
  {
    language: 'nl',
    subject: 'Starten na een knieblessure',
    message:
      'Dit is een voorbeeldbericht. Mijn kinesist zegt dat ik weer mag trainen. Hoe bouwen we dat rustig op?',
    status: 'answered',
    hoursAgo: 72,
  },
  {
    language: 'nl',
    subject: 'Bedankt voor de gids',
    message: 'Dit is een voorbeeldbericht. De gids geprint en stap 1 gedaan. Tot op het gesprek!',
    status: 'archived',
    hoursAgo: 240,
  },
  {
    language: 'en',
    subject: 'Top rankings for your website',
    message: 'This is a sample message, of the kind that belongs with the spam.',
    status: 'spam',
    hoursAgo: 50,
  },
];

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
