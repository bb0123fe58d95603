import type { ConfigProblem } from '../model/configProblem';
import type { ConfigMap } from '../source/configNode';
import { mayDeclare } from '../source/mayDeclare';
import type { SourceFile } from '../source/placedText';
import { staticFieldsOf, staticRoot, staticVersions, staticVersionsOf } from '../static/optionTypes';
import { readStaticFile, readStaticOf } from '../static/readStatic';
import type { TraefikProcess } from '../static/traefikProcess';
import { clusterTraefiksIn, composeTraefiksIn, rootOf } from './foundTraefiks';

/**
 * The problems of the static configuration in a file: of Traefik's own file, or of the arguments and variables of a
 * Traefik in a compose file. None for a file of which that is not certain.
 *
 * @param byPath the files that are read together with it
 */
export function staticProblemsIn(file: SourceFile, byPath: ReadonlyMap<string, SourceFile>): readonly ConfigProblem[] {
  if (!mayDeclare(file)) return [];
  const composed = composeTraefiksIn(file, byPath);
  if (composed !== undefined) return composed.flatMap(({ traefik, mounted }) => problemsIn(file, traefik, mounted));
  const inCluster = clusterTraefiksIn(file);
  if (inCluster.length > 0) {
    return inCluster.flatMap((one) => problemsIn(file, one, one.mounts.length === 0 ? [] : undefined));
  }
  const root = rootOf(file);
  return root?.kind === 'map' && isStaticFile(file, root) ? readStaticFile(file, staticVersions) : [];
}

/** Those of a Traefik that stand in the file: of a mounted static file, and of what a chart writes, others tell. */
function problemsIn(
  { path }: SourceFile,
  { tag, args, environment, isWhole, problems }: TraefikProcess,
  files: readonly SourceFile[] | undefined,
): readonly ConfigProblem[] {
  if (!isWhole || files === undefined) return problems;
  const read = readStaticOf({ files, args, environment, workingDirectory: '/' }, staticVersionsOf(tag));
  return [...problems, ...(read?.problems ?? [])].filter(({ range }) => range.path === path);
}

const ownName = /(?:^|\/)traefik\.(?:ya?ml|toml)$/i;
const roots: ReadonlySet<string> = new Set([
  ...staticVersions.flatMap((version) => [...staticFieldsOf(staticRoot, version).keys()]),
]);
const dynamicRoots: ReadonlySet<string> = new Set(['http', 'tcp', 'udp', 'tls']);
/** Sections that files of others have, too. */
const commonRoots: ReadonlySet<string> = new Set(['global', 'log', 'core', 'metrics', 'api', 'ping', 'tracing']);
/** The root keys of Traefik 1, of Kubernetes, and of values for Helm. */
const foreignRoots =
  /^(?:defaultEntryPoints|logLevel|debug|acme|docker|file|web|kubernetes|consul|apiVersion|kind|image|deployment|ports|additionalArguments)$/i;
/** A template that fills in the file first; Traefik's own ones are only in default rules. */
const otherTemplate = /\{%|\{\{(?![^\n]*\.(?:Name|ContainerName|Labels|ServiceName)\b)/;

/** Whether a file is certainly a static configuration of Traefik 2 or 3. */
function isStaticFile({ path, text }: SourceFile, { entries }: ConfigMap): boolean {
  const names = entries.map(({ key }) => key.text.toLowerCase());
  if (names.some((name) => foreignRoots.test(name)) || otherTemplate.test(text.replace(/\bnormalize\b/g, '')))
    return false;
  const known = names.filter((name) => roots.has(name));
  if (known.length === 0) return false;
  if (ownName.test(path)) return names.every((name) => roots.has(name) || dynamicRoots.has(name) || known.length > 1);
  return known.includes('entrypoints') && known.some((name) => name !== 'entrypoints' && !commonRoots.has(name));
}
