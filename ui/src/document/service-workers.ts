/** Removes the workers and caches an earlier site left behind. Sources: specification §9; legal reference F63. */
export async function removeServiceWorkers(): Promise<void> {
  try {
    for (const name of await caches.keys()) void caches.delete(name);
    for (const worker of await navigator.serviceWorker.getRegistrations()) void worker.unregister();
  } catch {
    // Blocked storage, and a page without encryption, have no workers and no caches.
  }
}
