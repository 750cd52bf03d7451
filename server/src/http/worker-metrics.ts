import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, register } from '@prometheus-io/client';

const subject = 'coachsite:metrics';

/** A request of a worker for the metrics, and the response of the process that started it: the metrics, or an error. */
interface Message {
  readonly about: typeof subject;
  readonly text?: string;
  readonly error?: string;
}

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' &&
  message !== null &&
  'about' in message &&
  message.about === subject;

/** In the process that started the workers: sends one that asks for them the metrics of all, added up. */
export function sendMetricsToWorkers(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isMessage(message)) return;
    const send = (found: Omit<Message, 'about'>) =>
      worker.isConnected() && worker.send({ about: subject, ...found });
    all.clusterMetrics().then(
      (text) => send({ text }),
      (error: unknown) => send({ error: String(error) }),
    );
  });
}

/** The database of the figures is away, or a worker has just ended: both pass. */
const unavailable = (message = '') => Object.assign(new Error(message), { statusCode: 503 });

/** Asks the process that started this worker. */
const ask = () =>
  new Promise<string>((resolve, reject) => {
    const hear = (message: unknown) => {
      if (!isMessage(message)) return;
      process.off('message', hear);
      if (message.text === undefined) reject(unavailable(message.error));
      else resolve(message.text);
    };
    process.on('message', hear);
    process.send?.({ about: subject });
  });

/**
 * Returns a function that reads the metrics: of this process or, in a worker, of all workers together, since any of them
 * may get the request. Source: docs/contract.md#3.
 */
export function metricsReader(): () => Promise<string> {
  if (!cluster.isWorker) return () => register.metrics();
  // From now on this worker sends its own to the process that started it.
  void new AggregatorRegistry();
  let asked: Promise<string> | undefined;
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}
