import type { Declaration } from '../model/declaration';
import { isKnown, type PlacedText, rangeOf } from '../source/placedText';
import { isAt } from './definition';
import type { ConfigGroup } from './readConfigFiles';

/** A part of a router in a file other than a name of an object: its rule, or one of its entry points. */
export interface RouterPart {
  readonly kind: 'rule' | 'entryPoint';
  readonly declaration: Declaration;
  readonly text: PlacedText;
  /** Whether the file is certainly for Traefik. */
  readonly isOurs: boolean;
}

/** The rule or the entry point at an offset of a file, its end included; undefined if the file has none there. */
export function routerPartAt(groups: readonly ConfigGroup[], path: string, offset: number): RouterPart | undefined {
  const isHere = (text: PlacedText): boolean => isAt(rangeOf(text), path, offset);
  for (const { source, declarations } of groups) {
    for (const declaration of declarations) {
      const { rule, entryPoints = [] } = declaration.router ?? {};
      const about = { declaration, isOurs: source.isOurs };
      // A rule that Traefik generates has no place of its own.
      if (rule !== undefined && rule.places !== 'none' && isHere(rule)) return { kind: 'rule', text: rule, ...about };
      const text = entryPoints.find((one) => isKnown(one.value) && one.value !== '' && isHere(one));
      if (text !== undefined) return { kind: 'entryPoint', text, ...about };
    }
  }
  return undefined;
}

/** The router whose rule or name is at an offset of a file. */
export function routerDeclaredAt(
  groups: readonly ConfigGroup[],
  path: string,
  offset: number,
): Declaration | undefined {
  const part = routerPartAt(groups, path, offset);
  if (part?.kind === 'rule') return part.declaration;
  return groups
    .flatMap(({ declarations }) => declarations)
    .find(({ router, at }) => router !== undefined && isAt(rangeOf(at), path, offset));
}
