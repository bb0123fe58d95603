import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import type { Declaration, DeclaredKind, DeclaredProtocol } from '../model/declaration';
import { type MeantNames, openMeantNames, tableOfNames } from '../names/meantNames';
import { shownName } from '../names/objectNames';
import { splitQualifiedName } from '../names/qualifiedName';
import { isKnown } from '../source/placedText';
import type { CheckContext } from './checkContext';
import { defaultOptions, type ImpossibleName, impossibleName } from './impossibleNames';
import { PatternChecks } from './patternChecks';

/** The target of a reference: a declared object, one known only to exist, not to exist (yet), or unknown. */
type Target = Declaration | 'exists' | 'missing' | 'undeployed' | 'unknown';

export function isAbsent(target: Target): target is 'missing' | 'undeployed' {
  return target === 'missing' || target === 'undeployed';
}

/** A missing middleware that an entry point adds to its routers. */
interface MissingOnEntryPoint {
  readonly entryPoint: string;
  readonly middleware: string;
}

/** Declared objects, by what refers to them. */
export interface ObjectIndex {
  readonly context: CheckContext;
  readonly patterns: PatternChecks;
  /** Adds a declared object. Callers add all of them before they query the index. */
  add(one: Declaration): void;
  /** The entry points of the proxy, in its order. */
  readonly entryPointNames: Readonly<Record<'tcp' | 'udp' | 'all', readonly string[]>>;
  /**
   * The first missing middleware of each entry point of a router.
   *
   * @param names the entry points; all of the proxy if undefined
   */
  missingOnEntryPoints(from: Declaration, names: readonly string[] | undefined): Iterable<MissingOnEntryPoint>;
  /** @param from the object that refers: a name without `@` belongs to its own provider */
  target(from: Declaration, protocol: DeclaredProtocol, kind: DeclaredKind, name: string): Target;
  /** The message about a name without an object. */
  missing(from: Declaration, protocol: DeclaredProtocol, kind: DeclaredKind, name: string): MissingObject;
  /** The declared object of Kubernetes that the user probably meant by a name that probably does not exist. */
  likely(from: Declaration, protocol: DeclaredProtocol, kind: DeclaredKind, name: string): MissingObject | undefined;
}

interface MissingObject {
  readonly message: string;
  /** The name that the user probably meant, in the referring object's form: of another provider, or the nearest. */
  readonly meant: string | undefined;
}

function keyOf(protocol: DeclaredProtocol, kind: DeclaredKind, name: string): string {
  return `${protocol} ${kind} ${name}`;
}

/** The name with the provider of the object that refers to it. */
export function qualifiedReference(from: Declaration, name: string): string {
  return name.includes('@') ? name : `${name}@${providerOfReferences(from)}`;
}

/** The provider that Traefik assumes for the references of an object: the text after the first `@` of its name. */
function providerOfReferences({ name }: Declaration): string {
  return name.split('@')[1] ?? '';
}

export function openObjectIndex(context: CheckContext): ObjectIndex {
  const byKey = new Map<string, Declaration>();
  /** Names with unknown parts match any. */
  const hasHoles = new Set<string>();
  const meantNames = new Map<string, MeantNames>();
  const namesOf = (protocol: DeclaredProtocol, kind: DeclaredKind): readonly string[] =>
    [...byKey.values()].flatMap((one) => (one.protocol === protocol && one.kind === kind ? one.name : []));
  const entryPoints = [...(context.entryPoints ?? [])];
  const namesFor = (wanted: string): readonly string[] =>
    entryPoints.flatMap(([name, protocol]) => (protocol === wanted ? [name] : []));
  const entryPointNames = { tcp: namesFor('tcp'), udp: namesFor('udp'), all: entryPoints.map(([name]) => name) };
  /** By the provider that bare names belong to. */
  const missing = new Map<string, ReadonlyMap<string, MissingOnEntryPoint>>();
  const missingFor = (from: Declaration): ReadonlyMap<string, MissingOnEntryPoint> => {
    const provider = providerOfReferences(from);
    const known = missing.get(provider);
    if (known !== undefined) return known;
    const made = new Map<string, MissingOnEntryPoint>();
    for (const [entryPoint, middlewares] of context.entryPointMiddlewares ?? []) {
      const middleware = middlewares.find((name) => target(from, 'http', 'middleware', name) === 'missing');
      if (middleware !== undefined) made.set(entryPoint, { entryPoint, middleware });
    }
    missing.set(provider, made);
    return made;
  };
  const impossible = (protocol: DeclaredProtocol, kind: DeclaredKind, full: string): ImpossibleName | undefined => {
    const never = impossibleName(protocol, kind, full);
    if (never !== undefined || kind !== 'tlsOptions') return never;
    return namedInCluster(context, protocol, kind, full) === defaultInCluster ? defaultOptions() : undefined;
  };
  const target: ObjectIndex['target'] = (from, protocol, kind, name) => {
    const full = qualifiedReference(from, name);
    const found = byKey.get(keyOf(protocol, kind, full));
    if (found !== undefined) return found;
    if (!isKnown(full)) return 'unknown';
    const isThere = context.exists?.(protocol, kind, full);
    if (isThere !== true && impossible(protocol, kind, full) !== undefined) return 'missing';
    const { provider } = splitQualifiedName(full);
    if (hasHoles.has(keyOf(protocol, kind, provider))) return 'unknown';
    if (isThere !== false) return isThere === undefined ? 'unknown' : 'exists';
    return context.isGrowing === true ? 'undeployed' : 'missing';
  };
  const meantBy = (
    from: Declaration,
    protocol: DeclaredProtocol,
    kind: DeclaredKind,
    name: string,
  ): string | undefined => {
    const key = `${protocol} ${kind}`;
    const known =
      meantNames.get(key) ?? openMeantNames(tableOfNames(namesOf(protocol, kind)), context.names?.(protocol, kind));
    meantNames.set(key, known);
    return known.meant(name, providerOfReferences(from));
  };
  return {
    context,
    patterns: new PatternChecks(),
    add(one) {
      // An object that may exist, or is declared but does not run, does not count as missing.
      if (one.absent !== undefined && one.absent !== 'broken' && one.absent !== 'duplicate') return;
      const { protocol, kind, name, absent } = one;
      if (!isKnown(name)) hasHoles.add(keyOf(protocol, kind, splitQualifiedName(name).provider));
      if (absent === undefined) byKey.set(keyOf(protocol, kind, name), one);
    },
    entryPointNames,
    target,
    missingOnEntryPoints(from, names) {
      const found = missingFor(from);
      return (names ?? [...found.keys()]).flatMap((name) => found.get(name) ?? []);
    },
    missing(from, protocol, kind, name) {
      const full = qualifiedReference(from, name);
      const never = impossible(protocol, kind, full);
      const meant =
        never?.meant ?? namedInCluster(context, protocol, kind, full) ?? meantBy(from, protocol, kind, name);
      const what = never?.message ?? whatIsMissing(kind, shownName(name));
      if (meant !== undefined && meant !== defaultInCluster) return { message: `${what} ${asked(meant)}`, meant };
      const next = never === undefined ? ` ${l10n.t('Correct the name, or add its “@provider”.')}` : '';
      return { message: `${what}${next}`, meant: undefined };
    },
    likely(from, protocol, kind, name) {
      const full = qualifiedReference(from, name);
      const meant = isKnown(full) ? namedInCluster(context, protocol, kind, full) : undefined;
      if (meant === undefined) return undefined;
      const what = l10n.t(
        '“{0}” is the object of that name only where its namespace is a part of the name.',
        quoted(name),
      );
      return { message: `${what} ${asked(meant)}`, meant };
    },
  };
}

const defaultInCluster = 'default@kubernetescrd';

function asked(meant: string): string {
  return l10n.t('Did you mean “{0}”?', quoted(shownName(meant)));
}

/** The only declared object of Kubernetes whose name was written without its namespace. */
function namedInCluster(
  { clusterName }: CheckContext,
  protocol: DeclaredProtocol,
  kind: DeclaredKind,
  full: string,
): string | undefined {
  const { own, provider } = splitQualifiedName(full);
  return provider === 'kubernetescrd' || provider === 'kubernetes' ? clusterName?.(protocol, kind, own) : undefined;
}

function whatIsMissing(kind: DeclaredKind, shown: string): string {
  switch (kind) {
    case 'router':
      return l10n.t('There is no router “{0}”.', quoted(shown));
    case 'service':
      return l10n.t('There is no service “{0}”.', quoted(shown));
    case 'middleware':
      return l10n.t('There is no middleware “{0}”.', quoted(shown));
    case 'serversTransport':
      return l10n.t('There is no servers transport “{0}”.', quoted(shown));
    case 'tlsOptions':
    case 'tlsStore':
      return l10n.t('There are no TLS options “{0}”.', quoted(shown));
  }
}
