import { maskText } from '../../base/secrets/secretsInText';
import type { Inventory } from '../model/inventory';
import { originalOfCopy } from '../model/originalOfCopy';
import type { ComparedSection, ComparedThing } from './sections';

/** How names are compared. */
export interface ComparedNameStyle {
  /** Whether `shop@docker` is `shop@file`. */
  readonly ignoresProvider: boolean;
  /** Whether `websecure-shop@docker` is `shop@docker`, where Traefik made the one of the other for that entry point. */
  readonly ignoresEntryPoint: boolean;
}

export const exactNames: ComparedNameStyle = { ignoresProvider: false, ignoresEntryPoint: false };

/**
 * The name by which a thing is compared with those of the other side. A certificate's is the host that it is for: its own
 * name is its fingerprint, which is another one when it was renewed.
 */
export function comparedName(
  thing: ComparedThing,
  section: ComparedSection,
  inventory: Inventory,
  style: ComparedNameStyle,
): string {
  if (section.type === 'certificates' && 'sans' in thing) {
    return maskText(thing.commonName || (thing.sans[0] ?? thing.name));
  }
  if (section.type !== 'items') return maskText(thing.name);
  const isRouter = 'kind' in thing && thing.kind === 'routers';
  const copy = style.ignoresEntryPoint && isRouter ? originalOfCopy(thing, inventory) : undefined;
  const name = maskText(copy?.of ?? thing.name);
  return style.ignoresProvider ? withoutProvider(name) : name;
}

/** Built-in items keep theirs: `api@internal` is never somebody's `api@file`. */
export function withoutProvider(name: string): string {
  const sign = name.lastIndexOf('@');
  return sign <= 0 || name.endsWith('@internal') ? name : name.slice(0, sign);
}
