import { parentPort } from 'node:worker_threads';
import { addAlgorithms } from './algorithms.ts';
import { type ResponseToVerify, verifyResponse } from './verify-response.ts';

addAlgorithms();

/** Verifies one response at a time, in the thread that `responseVerifier` starts. */
parentPort?.on('message', async (given: ResponseToVerify) => {
  parentPort?.postMessage(await verifyResponse(given));
});
