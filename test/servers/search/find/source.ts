import { type JsonNode, readJson } from '../json/read';
import { compactJson, Verbatim } from '../json/write';
import { matchesWildcard } from '../wildcard';
import type { SourceFilter } from './request';

function filtered(
  node: JsonNode,
  path: string,
  filter: SourceFilter & { kind: 'parts' },
  isIn: boolean,
): JsonNode | undefined {
  if (node.kind === 'array') {
    const items = node.items.map((item) => filtered(item, path, filter, isIn)).filter((item) => item !== undefined);
    return items.length === 0 && !isIn ? undefined : { ...node, items };
  }
  if (node.kind !== 'object') return isIn ? node : undefined;
  const members = node.members.flatMap((each) => {
    const here = path === '' ? each.key : `${path}.${each.key}`;
    if (filter.excludes.some((pattern) => matchesWildcard(pattern, here))) return [];
    const isHere = isIn || filter.includes.some((pattern) => matchesWildcard(pattern, here));
    const value = filtered(each.value, here, filter, isHere);
    return value === undefined ? [] : [{ ...each, value }];
  });
  return members.length === 0 && !isIn ? undefined : { ...node, members };
}

/**
 * A document's source as a hit has it: the stored bytes when nothing is filtered, else written again (`1.10` becomes
 * `1.1`).
 */
export function filteredSource(source: string | undefined, filter: SourceFilter): Verbatim | undefined {
  if (source === undefined || filter.kind === 'none') return undefined;
  if (filter.kind === 'whole') return new Verbatim(source);
  const root = readJson(source).value;
  const kept = filtered(root, '', filter, filter.includes.length === 0);
  return new Verbatim(kept === undefined ? '{}' : compactJson(kept));
}
