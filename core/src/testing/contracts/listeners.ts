import type { TestRunner } from '../runner.ts';

/** Registers the test that a queue calls each of its listeners for each of several additions. */
export function listenersTest(
  { test }: TestRunner,
  open: () => Promise<{
    readonly add: (id: string) => Promise<unknown>;
    readonly onEnqueued: (listener: () => void) => () => void;
  }>,
): void {
  test('each listener is called for each addition, not for the first alone', async () => {
    const { add, onEnqueued } = await open();
    const listen = () => {
      let notify = () => {};
      onEnqueued(() => notify());
      return () =>
        new Promise<void>((resolve) => {
          notify = resolve;
        });
    };
    const listeners = [listen(), listen()];
    for (const id of ['first', 'second', 'third']) {
      const heard = listeners.map((next) => next());
      await add(id);
      await Promise.all(heard);
    }
  });
}
