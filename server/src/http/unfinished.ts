import type { IncomingMessage } from 'node:http';
import type { CountedNetwork } from '@coachsite/core/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { clientNetworks } from './client.ts';
import { earlyError } from './errors.ts';
import { announcesNoBody, isUpload, limits, rejectMalformedRequest } from './limits.ts';
import { networkTally } from './network-tally.ts';
import { drained } from './upload.ts';

/** A request whose body has not arrived. */
interface Unfinished {
  readonly networks: readonly CountedNetwork[];
  readonly forget: () => void;
}

/** Requests whose connection closes as soon as they are answered, whatever the client still sends. */
const closing = new WeakSet<IncomingMessage>();

/** Closes the connection behind the response, if the body of the request has not arrived. */
export function closeUnfinished({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return;
  closing.add(raw);
  reply.header('connection', 'close');
}

/** Ends a request whose body does not arrive in time; an upload, when it arrives too slowly. Returns what ends that. */
function watchBody({ raw, url }: FastifyRequest, reply: FastifyReply): () => void {
  const stop = () => {
    if (raw.complete) return;
    if (reply.raw.headersSent) raw.socket.destroy();
    else rejectMalformedRequest(requestTimeout, raw.socket);
  };
  let before = raw.socket.bytesRead;
  const check = () => {
    if (raw.socket.bytesRead - before < limits.uploadBytes) stop();
    before = raw.socket.bytesRead;
  };
  const timer = isUpload(url)
    ? setInterval(check, limits.uploadCheckMs)
    : setTimeout(stop, limits.bodyMs);
  timer.unref();
  return () => clearTimeout(timer);
}

const requestTimeout = Object.assign(new Error('the body did not arrive in time'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
});

/**
 * Receives the rest of a rejected body before the response. Fastify closes the connection behind such a response: where the
 * client still sends, that resets it, and the response may be lost.
 */
function receiveTheRest(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!raw.complete && reply.hasHeader('connection') && !closing.has(raw)) await drained(raw);
  });
}

/**
 * Bounds the requests whose body has not arrived, of each client as the proxy names it and of all. Above it a request gets
 * 503, and its connection closes. One client cannot use up the sum: then the network with the most gives way. Call it before
 * other hooks, as they may respond before a body has arrived. Source: docs/security.md#IN-4.
 */
export function boundUnfinished(app: FastifyInstance, config: Config): void {
  const open = new Map<IncomingMessage, Unfinished>();
  const perClient = networkTally(
    config.auth.ipRateLimits ? limits.unfinishedPerClient : Number.POSITIVE_INFINITY,
  );
  // A body that has arrived, and that nobody has read, is no longer one to wait for.
  const forgetComplete = () => {
    for (const [raw, { forget }] of open) if (raw.complete) forget();
  };
  const widest = (networks: readonly CountedNetwork[]) => networks.at(-1)?.network;
  /** Ends the oldest request of the network that has the most, if those are more than this one's would be. */
  const makeRoom = (networks: readonly CountedNetwork[]): boolean => {
    const byNetwork = Map.groupBy(open, ([, held]) => widest(held.networks));
    const own = byNetwork.get(widest(networks))?.length ?? 0;
    const most = [...byNetwork.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    const [oldest] = most;
    if (!oldest || most.length <= own + 1) return false;
    const [raw, { forget }] = oldest;
    forget();
    raw.socket.destroy();
    return true;
  };
  const enter = (networks: readonly CountedNetwork[]) => {
    const isFull = () => open.size >= limits.unfinished;
    if (isFull()) forgetComplete();
    // First, so that a client beyond its own bound ends nothing of others.
    const leave = perClient.enter(networks);
    if (!leave || !isFull() || makeRoom(networks)) return leave;
    leave();
    return undefined;
  };

  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    if (announcesNoBody(request) || raw.complete) return;
    const networks = clientNetworks(request);
    let leave = enter(networks);
    if (!leave) {
      forgetComplete();
      leave = enter(networks);
    }
    if (!leave) {
      closeUnfinished(request, reply);
      throw earlyError(503);
    }
    const unwatch = watchBody(request, reply);
    const forget = () => {
      raw.off('close', forget).socket.off('close', forget);
      open.delete(raw);
      unwatch();
      leave();
    };
    open.set(raw, { networks, forget });
    // Once it is answered, the end of its connection is no longer an event of the request.
    raw.on('close', forget).socket.on('close', forget);
  });
  receiveTheRest(app);
}
