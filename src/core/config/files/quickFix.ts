import { splitQualifiedName } from '../names/qualifiedName';
import { isKnown } from '../source/placedText';
import { isSameObject, type NamedObject } from './definition';

/**
 * The only object of the same name that is declared for another provider, with its `@provider`.
 *
 * @param object the target of a reference
 * @param declared the objects that the files of a workspace declare
 * @returns undefined if there are several, or if the object itself is declared
 */
export function namedElsewhere(object: NamedObject, declared: readonly NamedObject[]): string | undefined {
  if (declared.some((one) => isSameObject(one, object))) return undefined;
  const { own } = splitQualifiedName(object.name);
  // Nothing can refer to a name with an `@` of its own.
  if (own.includes('@')) return undefined;
  const alike = declared.filter(({ protocol, kind }) => protocol === object.protocol && kind === object.kind);
  const names = alike.map(({ name }) => name).filter((name) => isKnown(name) && splitQualifiedName(name).own === own);
  const [only, ...others] = new Set(names);
  return others.length === 0 ? only : undefined;
}
