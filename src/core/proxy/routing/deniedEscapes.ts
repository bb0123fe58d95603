import { deniedEscapes } from '../api/entryPoints';
import type { EntryPoint } from '../model/model';
import { hasChange, type TraefikVersion, versionChanges } from '../model/versions';

/**
 * The escapes in a path for which all routers of an entry point respond with 400, before their middlewares and child
 * routers (pkg/server/router/deny.go).
 *
 * @param path cleaned, with its escapes
 */
export function deniedEscapesIn(
  path: string,
  entryPoint: EntryPoint | undefined,
  version: TraefikVersion | undefined,
): readonly string[] {
  if (!path.includes('%')) return [];
  const written = path.toUpperCase();
  return deniedBy(entryPoint, version).filter((text) => written.includes(text));
}

function deniedBy(entryPoint: EntryPoint | undefined, version: TraefikVersion | undefined): readonly string[] {
  if (entryPoint?.deniedEscapes !== undefined) return entryPoint.deniedEscapes;
  const deniesAll =
    hasChange(version, versionChanges.deniesEscapes) === true &&
    hasChange(version, versionChanges.allowsEscapes) === false;
  return deniesAll ? deniedEscapes({}) : [];
}
