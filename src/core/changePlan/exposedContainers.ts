import type { ConfigGroup } from '../config/files/readConfigFiles';
import { type Declaration, objectKey } from '../config/model/declaration';
import { splitQualifiedName } from '../config/names/objectNames';
import { isKnown } from '../config/source/placedText';
import { matchDeclared } from '../liveConfig/matchDeclared';
import type { Inventory } from '../proxy/model/inventory';

/**
 * Finds out which providers expose containers by default, which files seldom tell: those of which the proxy lists
 * something that a container of the old text declares without asking for it.
 *
 * @returns makes groups in which objects may not be there that need this of another provider
 */
export function exposedContainers(
  live: Inventory,
  before: readonly ConfigGroup[],
): (groups: readonly ConfigGroup[]) => readonly ConfigGroup[] {
  const declared = before
    .flatMap(({ source, declarations }) => (source.isOurs ? declarations : []))
    .filter(({ name, absent }) => absent === undefined && isKnown(name));
  const keyOf = (one: Declaration): string => objectKey(one, one.name);
  // Another container may declare the same, and ask for it.
  const asked = new Set(declared.flatMap((one) => (one.needsExposure === true ? [] : [keyOf(one)])));
  const unasked = declared.filter((one) => one.needsExposure === true && !asked.has(keyOf(one)));
  const exposing = new Set(
    matchDeclared(unasked, live).flatMap(({ declaration: { name }, certainty }) =>
      certainty === 'exact' ? [splitQualifiedName(name).provider] : [],
    ),
  );
  const judged = (one: Declaration): Declaration =>
    one.needsExposure !== true || exposing.has(splitQualifiedName(one.name).provider)
      ? one
      : { ...one, isConditional: true };
  return (groups) => groups.map((group) => ({ ...group, declarations: group.declarations.map(judged) }));
}
