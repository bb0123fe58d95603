import { type NotLoadedReason, whyNotLoaded } from '../config/files/notLoaded';
import { readWhyNotLoaded } from '../config/files/readConfig';
import type { ConfigGroup } from '../config/files/readConfigFiles';
import type { RunningTraefik, ToldStatic } from '../config/files/staticSources';
import type { Declaration } from '../config/model/declaration';
import type { SourceFile } from '../config/source/placedText';
import { type Inventory, isKnownWhole } from '../proxy/model/inventory';
import { isMissing, type NamedInventory, type NotLoadedReasons } from './liveProblems';
import { matchesIn } from './matchDeclared';

/** What may be the static configuration of the proxy of some files. */
export interface StaticSources {
  /** What somebody says is its, the best source first. */
  readonly told: readonly ToldStatic[];
  /** Static files beside the files. */
  readonly beside: readonly SourceFile[];
}

/** The declared objects that a proxy lacks. */
function missingIn(groups: readonly ConfigGroup[], { inventory }: NamedInventory): readonly Declaration[] {
  return matchesIn(groups, inventory).flatMap((match) => (isMissing(match) ? [match.declaration] : []));
}

function questionOf(
  declarations: readonly Declaration[],
  files: readonly SourceFile[],
  told: readonly ToldStatic[],
  { inventory }: NamedInventory,
): Parameters<typeof whyNotLoaded> {
  const missing = declarations.flatMap(({ protocol, kind, name, at: { file } }) =>
    kind === 'router' || kind === 'service' || kind === 'middleware' ? [{ protocol, kind, name, path: file.path }] : [],
  );
  return [files, told, runningTraefik(inventory), missing];
}

/**
 * Why a proxy lacks declared objects.
 *
 * @param files all that were read
 * @param staticSources called only if an object is missing
 * @throws RequestFailure if canceled
 */
export async function reasonsOfMissing(
  files: readonly SourceFile[],
  groups: readonly ConfigGroup[],
  proxy: NamedInventory,
  staticSources: () => Promise<StaticSources>,
  signal: AbortSignal,
): Promise<NotLoadedReasons> {
  const declarations = missingIn(groups, proxy);
  if (declarations.length === 0) return new Map();
  const { told, beside } = await staticSources();
  const known = new Set(files.map(({ path }) => path));
  const all = [...files, ...beside.filter(({ path }) => !known.has(path))];
  return byDeclaration(declarations, await readWhyNotLoaded(questionOf(declarations, all, told, proxy), signal));
}

/** The same for all files of a folder, on this thread. */
export function reasonsOfMissingNow(
  files: readonly SourceFile[],
  groups: readonly ConfigGroup[],
  proxy: NamedInventory,
  told: readonly ToldStatic[],
): NotLoadedReasons {
  const declarations = missingIn(groups, proxy);
  if (declarations.length === 0) return new Map();
  return byDeclaration(declarations, whyNotLoaded(...questionOf(declarations, files, told, proxy)));
}

function byDeclaration(declarations: readonly Declaration[], reasons: readonly NotLoadedReason[]): NotLoadedReasons {
  return new Map(declarations.map((declaration, at) => [declaration, reasons[at] ?? { unknown: 'static' }]));
}

function runningTraefik({ overview, version, entryPoints }: Inventory): RunningTraefik {
  return {
    version: version?.number,
    providers: overview?.providers.map((name) => name.toLowerCase()),
    entryPoints: isKnownWhole(entryPoints)
      ? [...entryPoints.items.values()].map(({ name, address = '' }) => ({ name, address }))
      : undefined,
  };
}
