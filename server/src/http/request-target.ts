import type { IncomingMessage } from 'node:http';

/** A whole URL as request target: its authority, and what follows that. */
const absoluteForm = /^https?:\/\/([^/?#]*)(.*)$/is;

/**
 * Rewrites a request whose target is a whole URL, as clients with a proxy setting send it: the path becomes the target,
 * and the host replaces the Host header. Source: RFC 9112 3.2.2.
 */
export function toOriginForm(request: IncomingMessage): void {
  const [, host, rest = ''] = absoluteForm.exec(request.url ?? '') ?? [];
  if (host === undefined) return;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  request.headers.host = host;
}

/**
 * Gives a list of forwarded protocols, in whatever case, one value: https where any proxy on the way had it. The first
 * would be whatever a visitor claims where proxies append, and a redirect to https would lead back to itself.
 */
export function toOneProtocol({ headers }: IncomingMessage): void {
  const claimed = headers['x-forwarded-proto'];
  if (claimed === undefined || claimed === 'https') return;
  const all = String(claimed)
    .toLowerCase()
    .split(',')
    .map((one) => one.trim().replace(/^"(.*)"$/, '$1'));
  headers['x-forwarded-proto'] = all.includes('https') ? 'https' : 'http';
}
