/** Removes the workers and caches an earlier site left behind. Source: docs/rules.md#9, docs/law-and-search.md#F63. */
export async function removeServiceWorkers(): Promise<void> {
  try {
    for (const name of await caches.keys()) void caches.delete(name);
    for (const worker of await navigator.serviceWorker.getRegistrations()) void worker.unregister();
  } catch {
    // Blocked storage, and a page without encryption, have no workers and no caches.
  }
}
