import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { type Declaration, type DeclaredKind, type DeclaredProtocol, objectKey } from '../model/declaration';
import { MeantNames, NameTable } from '../names/meantNames';
import { shownName, splitQualifiedName } from '../names/objectNames';
import { isKnown } from '../source/placedText';
import type { CheckContext } from './checkContext';
import { defaultOptions, type ImpossibleName, impossibleName } from './impossibleNames';
import { PatternChecks } from './patternChecks';

/** The target of a reference: a declared object, one known only to exist, not to exist (yet), or unknown. */
type Target = Declaration | 'exists' | 'missing' | 'undeployed' | 'unknown';

export function isAbsent(target: Target): target is 'missing' | 'undeployed' {
  return target === 'missing' || target === 'undeployed';
}

interface MissingObject {
  readonly message: string;
  /** The name that the user probably meant, in the referring object's form: of another provider, or the nearest. */
  readonly meant: string | undefined;
}

/** The name with the provider of the object that refers to it. */
export function qualifiedReference(from: Declaration, name: string): string {
  return name.includes('@') ? name : `${name}@${providerOfReferences(from)}`;
}

/** The provider that Traefik assumes for the references of an object: the text after the first `@` of its name. */
function providerOfReferences({ name }: Declaration): string {
  return name.split('@')[1] ?? '';
}

/** Declared objects, by what refers to them. */
export class ObjectIndex {
  readonly patterns = new PatternChecks();
  /** The entry points of the proxy, in its order. */
  readonly entryPointNames: Readonly<Record<'tcp' | 'udp' | 'all', readonly string[]>>;
  private readonly byKey = new Map<string, Declaration>();
  /** Providers by protocols and kinds: of their names, some have unknown parts, which match any. */
  private readonly hasHoles = new Set<string>();
  private readonly meantNames = new Map<string, MeantNames>();
  /** The first missing middleware of each entry point, by the provider that bare names belong to. */
  private readonly missingByProvider = new Map<string, ReadonlyMap<string, string>>();

  constructor(
    readonly context: CheckContext,
    declarations: readonly Declaration[],
  ) {
    const entryPoints = [...(context.entryPoints ?? [])];
    const namesFor = (wanted: string): readonly string[] =>
      entryPoints.flatMap(([name, protocol]) => (protocol === wanted ? [name] : []));
    this.entryPointNames = { tcp: namesFor('tcp'), udp: namesFor('udp'), all: entryPoints.map(([name]) => name) };
    for (const one of declarations) {
      // An object that may exist, or is declared but does not run, does not count as missing.
      if (one.absent !== undefined && one.absent !== 'broken' && one.absent !== 'duplicate') continue;
      if (!isKnown(one.name)) this.hasHoles.add(objectKey(one, splitQualifiedName(one.name).provider));
      if (one.absent === undefined) this.byKey.set(objectKey(one, one.name), one);
    }
  }

  /**
   * The first missing middleware of each entry point of a router.
   *
   * @param names the entry points; all of the proxy if undefined
   */
  missingOnEntryPoints(
    from: Declaration,
    names: readonly string[] | undefined,
  ): readonly { readonly entryPoint: string; readonly middleware: string }[] {
    const provider = providerOfReferences(from);
    const missing = this.missingByProvider.get(provider) ?? this.missingFor(from);
    this.missingByProvider.set(provider, missing);
    return (names ?? [...missing.keys()]).flatMap((entryPoint) => {
      const middleware = missing.get(entryPoint);
      return middleware === undefined ? [] : { entryPoint, middleware };
    });
  }

  private missingFor(from: Declaration): ReadonlyMap<string, string> {
    const made = new Map<string, string>();
    for (const [entryPoint, middlewares] of this.context.entryPointMiddlewares ?? []) {
      const middleware = middlewares.find((name) => this.target(from, 'http', 'middleware', name) === 'missing');
      if (middleware !== undefined) made.set(entryPoint, middleware);
    }
    return made;
  }

  /** @param from the object that refers: a name without `@` belongs to its own provider */
  target(from: Declaration, protocol: DeclaredProtocol, kind: DeclaredKind, name: string): Target {
    const full = qualifiedReference(from, name);
    const found = this.byKey.get(objectKey({ protocol, kind }, full));
    if (found !== undefined) return found;
    if (!isKnown(full)) return 'unknown';
    const isThere = this.context.exists?.(protocol, kind, full);
    if (isThere !== true && this.impossible(protocol, kind, full) !== undefined) return 'missing';
    if (this.hasHoles.has(objectKey({ protocol, kind }, splitQualifiedName(full).provider))) return 'unknown';
    if (isThere !== false) return isThere === undefined ? 'unknown' : 'exists';
    return this.context.isGrowing === true ? 'undeployed' : 'missing';
  }

  /** The message about a name without an object. */
  missing(from: Declaration, protocol: DeclaredProtocol, kind: DeclaredKind, name: string): MissingObject {
    const full = qualifiedReference(from, name);
    const never = this.impossible(protocol, kind, full);
    const meant = never?.meant ?? this.namedInCluster(protocol, kind, full) ?? this.meantBy(from, protocol, kind, name);
    const what = never?.message ?? whatIsMissing(kind, shownName(name));
    if (meant !== undefined && meant !== defaultInCluster) return { message: `${what} ${asked(meant)}`, meant };
    const next = never === undefined ? ` ${l10n.t('Correct the name, or add its “@provider”.')}` : '';
    return { message: `${what}${next}`, meant: undefined };
  }

  /** The declared object of Kubernetes that the user probably meant by a name that probably does not exist. */
  likely(from: Declaration, protocol: DeclaredProtocol, kind: DeclaredKind, name: string): MissingObject | undefined {
    const full = qualifiedReference(from, name);
    const meant = isKnown(full) ? this.namedInCluster(protocol, kind, full) : undefined;
    if (meant === undefined) return undefined;
    const what = l10n.t(
      '“{0}” is the object of that name only where its namespace is a part of the name.',
      quoted(name),
    );
    return { message: `${what} ${asked(meant)}`, meant };
  }

  private impossible(protocol: DeclaredProtocol, kind: DeclaredKind, full: string): ImpossibleName | undefined {
    const never = impossibleName(protocol, kind, full);
    if (never !== undefined || kind !== 'tlsOptions') return never;
    return this.namedInCluster(protocol, kind, full) === defaultInCluster ? defaultOptions() : undefined;
  }

  private meantBy(from: Declaration, protocol: DeclaredProtocol, kind: DeclaredKind, name: string): string | undefined {
    const key = `${protocol} ${kind}`;
    const known = this.meantNames.get(key) ?? this.meantNamesOf(protocol, kind);
    this.meantNames.set(key, known);
    return known.meant(name, providerOfReferences(from));
  }

  private meantNamesOf(protocol: DeclaredProtocol, kind: DeclaredKind): MeantNames {
    const alike = [...this.byKey.values()].filter((one) => one.protocol === protocol && one.kind === kind);
    return new MeantNames(new NameTable(alike.map(({ name }) => name)), this.context.names?.(protocol, kind));
  }

  /** The only declared object of Kubernetes whose name was written without its namespace. */
  private namedInCluster(protocol: DeclaredProtocol, kind: DeclaredKind, full: string): string | undefined {
    const { own, provider } = splitQualifiedName(full);
    const isInCluster = provider === 'kubernetescrd' || provider === 'kubernetes';
    return isInCluster ? this.context.clusterName?.(protocol, kind, own) : undefined;
  }
}

const defaultInCluster = 'default@kubernetescrd';

function asked(meant: string): string {
  return l10n.t('Did you mean “{0}”?', quoted(shownName(meant)));
}

function whatIsMissing(kind: DeclaredKind, shown: string): string {
  switch (kind) {
    case 'router':
      return l10n.t('Router “{0}” not found.', quoted(shown));
    case 'service':
      return l10n.t('Service “{0}” not found.', quoted(shown));
    case 'middleware':
      return l10n.t('Middleware “{0}” not found.', quoted(shown));
    case 'serversTransport':
      return l10n.t('Servers transport “{0}” not found.', quoted(shown));
    case 'tlsOptions':
    case 'tlsStore':
      return l10n.t('TLS options “{0}” not found.', quoted(shown));
  }
}
