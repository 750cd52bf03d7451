/** Removes service workers and caches of an earlier site. Source: docs/rules.md#9, docs/law-and-search.md#F63. */
export async function removeServiceWorkers(): Promise<void> {
  try {
    for (const name of await caches.keys()) void caches.delete(name);
    for (const worker of await navigator.serviceWorker.getRegistrations()) void worker.unregister();
  } catch {
    // If storage is blocked, or without HTTPS, browsers have no workers and no caches.
  }
}
