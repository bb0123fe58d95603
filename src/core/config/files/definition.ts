import { qualifiedReference } from '../diagnostics/objectIndex';
import type { ReadConfig } from '../model/configProblem';
import { type Declaration, referencesOf } from '../model/declaration';
import { splitQualifiedName } from '../names/objectNames';
import { isKnown, rangeOf, type SourceRange } from '../source/placedText';

/** A declared object, as references name it. */
export type NamedObject = Pick<Declaration, 'protocol' | 'kind' | 'name'>;

/** A name in a file: the declaration of an object, or a reference to it. */
export interface NamePlace {
  readonly object: NamedObject;
  readonly role: 'declaration' | 'reference';
  readonly range: SourceRange;
}

/** All names in files: of declared objects, and of their references. Omits those that Traefik generates. */
export function namesIn(groups: readonly Pick<ReadConfig, 'declarations'>[]): readonly NamePlace[] {
  return groups.flatMap(({ declarations }) => declarations.flatMap(namesOf));
}

function namesOf(declaration: Declaration): readonly NamePlace[] {
  const { protocol, kind, name, at, isImplied } = declaration;
  const places: NamePlace[] = [];
  if (isImplied !== true) {
    places.push({ object: { protocol, kind, name }, role: 'declaration', range: rangeOf(at) });
  }
  for (const [referred, text] of referencesOf(declaration)) {
    if (!isKnown(text.value) || text.end <= text.start) continue;
    // TLS options exist for all protocols.
    const object = {
      protocol: referred === 'tlsOptions' ? 'http' : protocol,
      kind: referred,
      name: qualifiedReference(declaration, text.value),
    } as const;
    places.push({ object, role: 'reference', range: rangeOf(text) });
  }
  return places;
}

/** Whether an offset of a file is in a range, its end included: a cursor is after the typed text. */
export function isAt(range: SourceRange, path: string, offset: number): boolean {
  return range.path === path && range.start <= offset && offset <= range.end;
}

export function nameAt(places: readonly NamePlace[], path: string, offset: number): NamePlace | undefined {
  return places.find(({ range }) => isAt(range, path, offset));
}

export function isSameObject(one: NamedObject, other: NamedObject): boolean {
  return one.protocol === other.protocol && one.kind === other.kind && one.name === other.name;
}

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
