/**
 * Remembers the fields, buttons and focus of a page that is about to be hydrated. Where React draws it anew, what this
 * returns gives their input to the new ones; the code for that is loaded on demand.
 */
export function keepInput(root: HTMLElement): () => Promise<void> {
  const controls = [...root.querySelectorAll<HTMLElement>('input,textarea,select,button,a,form')];
  const focused = document.activeElement;
  return async () => {
    if (controls.every(({ isConnected }) => isConnected)) return;
    const redrawn = await import('./redrawn.ts').catch(() => undefined);
    redrawn?.restoreInput(root, { controls, focused });
  };
}
