/** The replacement of each text that was taken out of the page, or of each stand-in. */
const standIns = new WeakMap<Node, Node>();

/**
 * A browser that translates takes the texts of the page out and puts elements of its own, `<font>`, in their place.
 * React holds on to the texts: it writes into them, takes them out and puts other nodes before them, and breaks where
 * one is not where React left it. No markup rules that out, for libraries draw here too. So the page remembers what
 * stands in for which text, and what React does to a text is done to its stand-in (rules/look 26).
 */
export function surviveTranslation(): void {
  const observer = new MutationObserver(learn);
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  const { appendChild, insertBefore, removeChild } = Node.prototype;

  function learn(records: MutationRecord[]): void {
    const added = new Set<Node>();
    for (const record of records) {
      if (record.type === 'characterData') renew(record.target);
      for (const node of record.addedNodes) {
        added.add(node);
        standIns.delete(node);
      }
      const standIn = replacementIn(record, added);
      for (const node of standIn ? record.removedNodes : []) remember(node, standIn);
    }
  }

  function remember(node: Node, standIn: Node | null): void {
    if (!standIn || (node.nodeName !== 'FONT' && !(node instanceof Text))) return;
    standIns.set(node, standIn);
    // Changes of a text outside the page are observed too.
    observer.observe(node, { characterData: true });
  }

  /** The node that React means by a child that is not there: what stands in for the text, or what holds it. */
  function placeOf(child: Node, parent: Node): Node | null {
    if (child.parentNode === parent) return child;
    learn(observer.takeRecords());
    let place = standInOf(child);
    while (place && place.parentNode !== parent) place = place.parentNode;
    return place;
  }

  /** A text that React moves does not leave its translation behind. */
  function leavePlace(node: Node): void {
    const standIn = node instanceof Text && !node.isConnected ? standInOf(node) : null;
    if (standIn?.parentNode) removeChild.call(standIn.parentNode, standIn);
  }

  Object.assign(Node.prototype, {
    removeChild(this: Node, child: Node): Node {
      const place = placeOf(child, this);
      // A text without one is gone already; any other node is an error, as ever.
      if (place || !(child instanceof Text)) removeChild.call(this, place ?? child);
      return child;
    },
    insertBefore(this: Node, node: Node, before: Node | null): Node {
      leavePlace(node);
      const place = before && placeOf(before, this);
      return insertBefore.call(this, node, before instanceof Text ? place : (place ?? before));
    },
    appendChild(this: Node, node: Node): Node {
      leavePlace(node);
      return appendChild.call(this, node);
    },
  });
}

/** The node that replaced a removed one; some translators insert it beside the old node first. */
function replacementIn(record: MutationRecord, added: Set<Node>): Node | null {
  const beside = [record.previousSibling, record.nextSibling];
  return record.addedNodes[0] ?? beside.find((node) => node && added.has(node)) ?? null;
}

function standInOf(text: Node): Node | null {
  let node: Node | undefined = text;
  while (node && !node.isConnected) node = standIns.get(node);
  return node ?? null;
}

/** A text that says something new comes back into the page, and is translated anew. */
function renew(text: Node): void {
  const standIn = text.isConnected ? null : standInOf(text);
  standIn?.parentNode?.replaceChild(text, standIn);
}
