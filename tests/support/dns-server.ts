import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** The records of a name; `silent` gives no answer. */
interface DnsRecords {
  readonly TXT?: readonly string[] | undefined;
  /** As `10 host`; `0 .` for none. */
  readonly MX?: readonly string[] | undefined;
  readonly A?: readonly string[] | undefined;
  readonly silent?: boolean | undefined;
}

/** Names without a dot at the end; `*.` before one stands for all below it that are not there. */
export type Zone = Readonly<Record<string, DnsRecords>>;

const types: Readonly<Record<number, keyof DnsRecords>> = { 1: 'A', 15: 'MX', 16: 'TXT' };

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name
      .split('.')
      .filter(Boolean)
      .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

/** The name that a question begins with, and where it ends. */
function readName(packet: Buffer, from: number): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = from;
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function encodeData(type: keyof DnsRecords, value: string): Buffer {
  if (type === 'A') return Buffer.from(value.split('.').map(Number));
  if (type === 'MX') {
    const [priority = '', host = ''] = value.split(' ');
    return Buffer.concat([Buffer.from([0, Number(priority)]), encodeName(host)]);
  }
  // A text is written in parts of at most 255 bytes.
  const parts = value.match(/.{1,200}/g) ?? [''];
  return Buffer.concat(
    parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])),
  );
}

function recordsOf(zone: Zone, name: string): DnsRecords | undefined {
  if (zone[name]) return zone[name];
  if (Object.keys(zone).some((one) => one.endsWith(`.${name}`))) return {};
  const above = name.split('.').slice(1);
  const wild = above.map((_, index) => `*.${above.slice(index).join('.')}`);
  return zone[wild.find((one) => zone[one]) ?? ''];
}

/** A DNS server on loopback that knows one zone; returns its address for `setServers`, and ends with `close`. */
export async function startDnsServer(
  zone: Zone,
): Promise<{ readonly address: string; readonly close: () => void }> {
  const socket = createSocket('udp4');
  socket.on('message', (packet, { port, address }) => {
    const { name, end } = readName(packet, 12);
    const records = recordsOf(zone, name);
    if (records?.silent) return;
    const code = packet.readUInt16BE(end);
    const type = types[code];
    const found = type && records?.[type];
    const values = Array.isArray(found) ? (found as readonly string[]) : [];
    const head = Buffer.alloc(12);
    packet.copy(head, 0, 0, 2);
    // An answer with authority and recursion; 3 says that there is no such name.
    head.writeUInt16BE(0x8580 | (records ? 0 : 3), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(values.length, 6);
    const answers = values.map((value) => {
      const data = encodeData(type ?? 'A', value);
      const fixed = Buffer.alloc(12);
      // The name of the question, at byte 12.
      fixed.writeUInt16BE(0xc00c, 0);
      fixed.writeUInt16BE(code, 2);
      fixed.writeUInt16BE(1, 4);
      fixed.writeUInt32BE(60, 6);
      fixed.writeUInt16BE(data.length, 10);
      return Buffer.concat([fixed, data]);
    });
    socket.send(Buffer.concat([head, packet.subarray(12, end + 4), ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, close: () => void socket.close() };
}
