/** Most attempts at a transaction, or at a single statement, that ends in a deadlock. */
const maxTries = 5;

/** Runs `attempt` again after a failure that undid what it did, as `mayPass` says. */
export async function retried<T>(
  attempt: () => Promise<T>,
  mayPass: (error: unknown) => boolean,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === maxTries || !mayPass(error)) throw error;
    }
  }
}
