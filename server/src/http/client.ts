import { isIP } from 'node:net';
import { type CountedNetwork, countedNetworks } from '@coachsite/core/rate-limit';
import type { FastifyRequest } from 'fastify';

/** An IP address with a port, as some proxies add it to X-Forwarded-For. */
const withPort = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/;

const withoutPort = (address: string) => address.replace(withPort, '$1$2');

/**
 * The IP address of a client: that of the socket, or, with TRUST_PROXY, the one that the proxy forwarded. If a proxy
 * forwards a word instead (RFC 7239 6.2: "unknown"), it is the address of the nearest proxy that has one.
 */
function clientAddress(request: FastifyRequest): string {
  // `ips` exists only with TRUST_PROXY: from the socket on, as far as the proxies are trusted.
  const addresses = (request.ips ?? [request.ip]).map(withoutPort);
  return addresses.findLast((address) => isIP(address) !== 0) ?? '';
}

/**
 * The networks that a client is counted under, narrowest first: IPv4 by its address (mapped IPv6 too), IPv6 by its /64,
 * /56 and /48. Source: docs/security.md#LK-7, docs/security.md#LK-8.
 */
export const clientNetworks = (
  request: FastifyRequest,
): readonly [CountedNetwork, ...CountedNetwork[]] => countedNetworks(clientAddress(request));

/** The narrowest of them, by which a client is named: in sessions, in the security log, to the captcha. */
export const clientIp = (request: FastifyRequest): string => clientNetworks(request)[0].network;
