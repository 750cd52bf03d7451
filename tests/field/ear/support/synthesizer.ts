import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** Answers to what a screen reader asks; to anything else it is "200 OK". */
const answers: readonly (readonly [RegExp, string])[] = [
  [/^HISTORY GET CLIENT_ID/, '245-1\r\n245 OK'],
  [/^LIST OUTPUT_MODULES/, '250-silent\r\n250 OK'],
  [/^LIST SYNTHESIS_VOICES/, '249-silent\tnl\tnone\r\n249 OK'],
  [/^GET /, '251-0\r\n251 OK'],
  [/^SPEAK/, '230 OK'],
];

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** The words of a message in SSML. */
const wordsOf = (markup: string) =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(\w+);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * Stands in for Speech Dispatcher, whose protocol (SSIP) it serves on the socket `path`. It makes no sound: it keeps the
 * text that a screen reader sends, in `spoken`, and reports each message as spoken at once.
 */
export async function startSynthesizer(path: string) {
  const spoken: string[] = [];
  let count = 0;
  function say(socket: Socket, words: string): void {
    count += 1;
    const id = count;
    if (words) spoken.push(words);
    socket.write(`225-${id}\r\n225 OK\r\n`);
    // The reader learns the number from the answer, and would miss an event that comes with it.
    setTimeout(() => {
      for (const code of ['701', '702'])
        socket.write(`${code}-${id}\r\n${code}-1\r\n${code} OK\r\n`);
    }, 5);
  }
  const server = createServer((socket) => {
    let message: string[] | undefined;
    // The reader leaves without a word when it is ended.
    socket.on('error', () => undefined);
    createInterface(socket).on('line', (line) => {
      if (message === undefined) {
        if (line.startsWith('SPEAK')) message = [];
        const [, character] = /^(?:CHAR|KEY) (.*)/.exec(line) ?? [];
        if (character !== undefined) return say(socket, character);
        const [, answer = '200 OK'] = answers.find(([question]) => question.test(line)) ?? [];
        socket.write(`${answer}\r\n`);
      } else if (line === '.') {
        say(socket, wordsOf(message.join(' ')));
        message = undefined;
      } else message.push(line);
    });
  });
  server.listen(path);
  await once(server, 'listening');
  return { spoken, stop: () => server.close() };
}
