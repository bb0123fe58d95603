import type { ConfigEntry, ConfigNode, TextFault } from './configNode';

/** The place from which a text cannot be read; undefined if all of it can. */
export function firstFault(faults: readonly TextFault[]): number | undefined {
  let first: number | undefined;
  for (const { kind, start } of faults) {
    if (kind === 'syntax') first = Math.min(first ?? start, start);
  }
  return first;
}

/**
 * The contents of the lines before a fault of the text: the parser's result for the rest is not what the user means.
 * Omits a value that continues after the fault, lists and maps in brackets around it, and quotes or brackets without an
 * end.
 *
 * @returns undefined if nothing is before it
 */
export function nodeBefore(root: ConfigNode, fault: number): ConfigNode | undefined {
  const end = root.file.text.lastIndexOf('\n', fault - 1) + 1;
  return before(root, end, fault, new Map());
}

function before(
  node: ConfigNode,
  end: number,
  fault: number,
  known: Map<ConfigNode, ConfigNode | undefined>,
): ConfigNode | undefined {
  const { text } = node.file;
  // A part without an end extends to the fault, which may be the end of the text.
  const isWhole = node.end < fault || (node.kind === 'scalar' && !/["']/.test(text.charAt(node.start - 1)));
  if (node.end <= end && isWhole) return node;
  if (known.has(node)) return known.get(node);
  const isInBrackets = /[[{]/.test(text.charAt(node.start));
  const made = node.start >= end || node.kind === 'scalar' || isInBrackets ? undefined : cut(node, end, fault, known);
  known.set(node, made);
  return made;
}

function cut(
  node: Exclude<ConfigNode, { kind: 'scalar' }>,
  end: number,
  fault: number,
  known: Map<ConfigNode, ConfigNode | undefined>,
): ConfigNode {
  if (node.kind === 'list') {
    const items = node.items.flatMap((item) => before(item, end, fault, known) ?? []);
    return { ...node, items, end };
  }
  const entries = node.entries.flatMap(({ key, value }): readonly ConfigEntry[] => {
    const kept = key.end <= end || key.start < node.start ? before(value, end, fault, known) : undefined;
    return kept === undefined ? [] : [{ key, value: kept }];
  });
  return { ...node, entries, end };
}
