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
  const names = new Set(
    declared.flatMap(({ protocol, kind, name }) => {
      const isAlike =
        protocol === object.protocol && kind === object.kind && isKnown(name) && splitQualifiedName(name).own === own;
      // Nothing can refer to a name with an `@` of its own.
      return isAlike && !own.includes('@') ? [name] : [];
    }),
  );
  const [only] = names;
  return names.size === 1 ? only : undefined;
}
