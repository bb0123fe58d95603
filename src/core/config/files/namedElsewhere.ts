import { isKnown } from '../source/placedText';
import { isSameObject, type NamedObject } from './namesIn';

/**
 * The only object of the same name that is declared for another provider, with its `@provider`.
 *
 * @param object one that something refers to
 * @param declared what the files of a workspace declare
 * @returns undefined if there are several, or if the object itself is declared
 */
export function namedElsewhere(object: NamedObject, declared: readonly NamedObject[]): string | undefined {
  if (declared.some((one) => isSameObject(one, object))) return undefined;
  const bare = bareName(object.name);
  const names = new Set(
    declared.flatMap(({ protocol, kind, name }) => {
      const isAlike = protocol === object.protocol && kind === object.kind && isKnown(name) && bareName(name) === bare;
      // Nothing can refer to a name that has an `@` of its own.
      return isAlike && name.indexOf('@') === name.lastIndexOf('@') ? [name] : [];
    }),
  );
  const [only] = names;
  return names.size === 1 ? only : undefined;
}

function bareName(name: string): string {
  return name.slice(0, name.indexOf('@'));
}
