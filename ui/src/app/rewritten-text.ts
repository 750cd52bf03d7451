/*
 * Browsers that translate, and extensions, replace texts in the page. React keeps the nodes that it made: it would insert
 * beside one that is gone, which throws, and write into one that nobody sees. So what was replaced is put back the moment
 * React touches it; a translator then translates it anew.
 */

/** What was taken out together, and what stands in its place, by each node that was taken out. */
const swaps = new WeakMap<
  Node,
  readonly [removed: readonly ChildNode[], added: readonly ChildNode[]]
>();

/** Puts replaced nodes back in place of what replaced them. */
function putBack(node: Node): void {
  const [removed, added] = swaps.get(node) ?? [[], []];
  const place = added.find(({ isConnected }) => isConnected);
  if (!place || node.isConnected) return;
  place.before(...removed.filter(({ isConnected }) => !isConnected));
  for (const other of added) other.remove();
}

/**
 * Keeps the page working while somebody else replaces its texts, from before it is hydrated. Source: docs/rules.md#8.
 */
export function watchRewrittenText(): void {
  const take = (records: readonly MutationRecord[]) => {
    const inserted = records.flatMap(({ addedNodes }) => [...addedNodes]);
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      const removed = [...removedNodes].filter(({ isConnected }) => !isConnected);
      // The new node may have been inserted beside the old one first.
      const added = addedNodes.length
        ? [...addedNodes]
        : [previousSibling, nextSibling]
            .filter((node) => node && inserted.includes(node))
            .slice(0, 1);
      if (!added[0] || !removed.some((node) => node instanceof Text)) continue;
      for (const node of removed) {
        swaps.set(node, [removed as ChildNode[], added as ChildNode[]]);
        // React may write into it: so that this is seen, it takes its place again.
        written.observe(node, { characterData: true });
      }
    }
  };
  const swapped = new MutationObserver(take);
  const written = new MutationObserver((records) => {
    take(swapped.takeRecords());
    for (const { target } of records) putBack(target);
  });
  swapped.observe(document, { childList: true, subtree: true });

  const { prototype } = Node;
  const { insertBefore, removeChild } = prototype;
  const find = (node: Node) => {
    take(swapped.takeRecords());
    putBack(node);
  };
  prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    let before = next;
    if (before) find(before);
    // An extension may have wrapped the node. If it was removed, the end of this element is the nearest place there is.
    while (before && before.parentNode !== this) before = before.parentNode;
    return insertBefore.call(this, node, before) as T;
  };
  prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
    find(node);
    return node.parentNode ? (removeChild.call(node.parentNode, node) as T) : node;
  };
}
