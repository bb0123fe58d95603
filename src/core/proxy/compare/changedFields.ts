import { plainText } from '../../base/text/plainText';
import { isObjectTree, type JsonObjectTree, type JsonTree, jsonTreeText } from './jsonTree';

/** A name within a configuration, such as a header's or a plugin's, may be any text. */
const longestField = 60;
/** A hostile item may differ in thousands of fields. */
const mostFields = 20;
/** `loadBalancer.healthCheck.path` is specific enough. */
const deepest = 3;

/**
 * The fields that differ, as paths: `rule`, `tls.options`. The configuration of a service or middleware is below its
 * type, which is left out if both sides have the same: `servers`, not `loadBalancer.servers`. Plain text; if there are
 * more than `mostFields`, the last is an ellipsis.
 */
export function changedFieldPaths(left: JsonObjectTree, right: JsonObjectTree): readonly string[] {
  const paths = pathsOf(left, right, deepest).sort(
    ([one = ''], [other = '']) => rankOf(one) - rankOf(other) || (one < other ? -1 : one > other ? 1 : 0),
  );
  const fields = [...new Set(paths.map((path) => plainText(shortened(path).join('.'), longestField)))];
  return fields.length > mostFields ? [...fields.slice(0, mostFields), '…'] : fields;
}

function pathsOf(left: JsonObjectTree, right: JsonObjectTree, depth: number): string[][] {
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((name) => {
    const [one, other] = [left.get(name), right.get(name)];
    if (isSame(one, other)) return [];
    if (depth > 1 && isObjectTree(one) && isObjectTree(other)) {
      return pathsOf(one, other, depth - 1).map((path) => [name, ...path]);
    }
    return [[name]];
  });
}

function isSame(one: JsonTree | undefined, other: JsonTree | undefined): boolean {
  return one !== undefined && other !== undefined && jsonTreeText(one) === jsonTreeText(other);
}

/** The first names that a path keeps: they are not types of services or middlewares. */
const ownName: ReadonlySet<string> = new Set(['tls', 'observability', 'http', 'http2', 'udp', 'transport', 'features']);

function shortened(path: readonly string[]): readonly string[] {
  const [first = '', ...rest] = path;
  return rest.length === 0 || ownName.has(first) ? path : rest;
}

/** The fields that users look for first. */
const firstFields: readonly string[] = ['rule', 'priority', 'entryPoints', 'middlewares', 'service', 'status', 'error'];

function rankOf(field: string): number {
  const rank = firstFields.indexOf(field);
  return rank === -1 ? firstFields.length : rank;
}
