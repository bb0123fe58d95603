import { maskText } from '../../base/secrets/secretsInText';
import type { Inventory } from '../model/inventory';
import { originalOfCopy } from '../model/originalOfCopy';
import { certificateTitle } from '../model/subject';
import type { ComparedSection, ComparedThing } from './sections';

export interface ComparedNameStyle {
  /** Whether `shop@docker` counts as `shop@file`. */
  readonly ignoresProvider: boolean;
  /** Whether `websecure-shop@docker` counts as `shop@docker`, if Traefik made the former for an entry point. */
  readonly ignoresEntryPoint: boolean;
}

export const exactNames: ComparedNameStyle = { ignoresProvider: false, ignoresEntryPoint: false };

/** The name to compare. For a certificate its host, because its fingerprint changes when it is renewed. */
export function comparedName(
  thing: ComparedThing,
  section: ComparedSection,
  inventory: Inventory,
  style: ComparedNameStyle,
): string {
  if (section.type === 'certificates' && 'sans' in thing) {
    return maskText(certificateTitle(thing));
  }
  if (section.type !== 'items') return maskText(thing.name);
  const isRouter = 'kind' in thing && thing.kind === 'routers';
  const copy = style.ignoresEntryPoint && isRouter ? originalOfCopy(thing, inventory) : undefined;
  const name = maskText(copy?.of ?? thing.name);
  return style.ignoresProvider ? withoutProvider(name) : name;
}

/** Built-in items keep their provider: `api@internal` is never the same as a user's `api@file`. */
export function withoutProvider(name: string): string {
  const sign = name.lastIndexOf('@');
  return sign <= 0 || name.endsWith('@internal') ? name : name.slice(0, sign);
}
