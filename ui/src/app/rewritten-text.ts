/*
 * Browsers that translate, and extensions, replace texts in the page. React keeps the nodes that it made: it would insert
 * beside one that is gone, which throws, and write into one that nobody sees. So what was replaced is put back the moment
 * React touches it; a translator then translates it anew.
 */

/** Nodes that somebody else took out together, and what stands in their place. */
interface Swap {
  readonly removed: readonly Node[];
  readonly added: readonly Node[];
}

const swaps = new WeakMap<Node, Swap>();

const isText = (node: Node): boolean => node.nodeType === Node.TEXT_NODE;

/** Puts replaced nodes back in place of what replaced them. */
function putBack(node: Node): void {
  const swap = swaps.get(node);
  const place = swap?.added.find(({ isConnected }) => isConnected);
  if (!swap || node.isConnected || !place) return;
  for (const gone of swap.removed) {
    swaps.delete(gone);
    if (!gone.isConnected) place.parentNode?.insertBefore(gone, place);
  }
  for (const other of swap.added) (other as ChildNode).remove();
}

/** What stands in place of the nodes that one change removed: added by it, or just before or after it beside them. */
function replacementOf(
  record: MutationRecord,
  records: readonly MutationRecord[],
): readonly Node[] {
  if (record.addedNodes.length > 0) return [...record.addedNodes];
  const { target, previousSibling, nextSibling } = record;
  const added = new Set(
    records.filter((one) => one.target === target).flatMap((one) => [...one.addedNodes]),
  );
  const beside = [previousSibling, nextSibling].find((node) => node && added.has(node));
  if (beside) return [beside];
  const later = records.find(
    (one) =>
      one.target === target &&
      one.addedNodes.length > 0 &&
      one.previousSibling === previousSibling &&
      one.nextSibling === nextSibling,
  );
  return later ? [...later.addedNodes] : [];
}

/**
 * Keeps the page working while somebody else replaces its texts, from before it is hydrated. Source: docs/rules.md#8.
 */
export function watchRewrittenText(root: Node): void {
  const observer = new MutationObserver((records) => take(records));
  /** React writes into a text that is not in the page: so that it is seen, it takes its place again. */
  const written = new MutationObserver((records) => {
    take(observer.takeRecords());
    for (const { target } of records) putBack(target);
  });
  function take(records: readonly MutationRecord[]): void {
    for (const record of records) {
      const removed = [...record.removedNodes].filter(({ isConnected }) => !isConnected);
      if (!removed.some(isText)) continue;
      const added = replacementOf(record, records);
      if (added.length === 0) continue;
      for (const node of removed) {
        swaps.set(node, { removed, added });
        if (isText(node)) written.observe(node, { characterData: true });
      }
    }
  }
  observer.observe(root, { childList: true, subtree: true });

  /** The node of which `node` is now a part, or which replaced it, among the children of `parent`. */
  const childOf = (parent: Node, node: Node): Node | undefined => {
    take(observer.takeRecords());
    putBack(node);
    let child: Node | null = node;
    while (child && child.parentNode !== parent) child = child.parentNode;
    return child ?? undefined;
  };
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    node: T,
    next: Node | null,
  ): T {
    const before = next && next.parentNode !== this ? (childOf(this, next) ?? null) : next;
    return insertBefore.call(this, node, before) as T;
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
    if (node.parentNode !== this) {
      const child = childOf(this, node);
      // An extension may have wrapped it; what is gone already needs no removal.
      if (node.parentNode !== this) {
        if (child) (node as unknown as ChildNode).remove();
        return node;
      }
    }
    return removeChild.call(this, node) as T;
  };
}
