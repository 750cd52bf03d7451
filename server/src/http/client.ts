import { isIP } from 'node:net';
import { type CountedNetwork, countedNetworks } from '@coachsite/core/rate-limit';
import type { FastifyRequest } from 'fastify';

/** An IP address with a port, as some proxies add it to X-Forwarded-For. */
const withPort = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/;

const withoutPort = (address: string) => address.replace(withPort, '$1$2');

/**
 * The IP address of a client: the socket's, unless TRUST_PROXY names the proxy that forwarded it. Where a proxy forwards a
 * word in its place (RFC 7239 6.2: "unknown"), it is that of the nearest proxy with an address.
 */
function clientAddress(request: FastifyRequest): string {
  // Only there with TRUST_PROXY: from the socket on, as far as the proxies are trusted.
  const addresses = (request.ips ?? [request.ip]).map(withoutPort);
  return addresses.findLast((address) => isIP(address) !== 0) ?? '';
}

/**
 * Everything that a client is counted under, narrowest first: IPv4 as it is (mapped IPv6 too), IPv6 by its /64, /56
 * and /48. Source: docs/security.md#LK-7, docs/security.md#LK-8.
 */
export const clientNetworks = (
  request: FastifyRequest,
): readonly [CountedNetwork, ...CountedNetwork[]] => countedNetworks(clientAddress(request));

/** The narrowest of them, by which a client is named: in sessions, in the security log, to the captcha. */
export const clientIp = (request: FastifyRequest): string => clientNetworks(request)[0].network;
