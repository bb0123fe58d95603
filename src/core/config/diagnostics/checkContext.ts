import type { Declaration, DeclaredKind, DeclaredProtocol } from '../model/declaration';
import { NameTable } from '../names/meantNames';

/** The known facts about the proxy that reads the declarations. Absent facts are unknown: no check relies on them. */
export interface CheckContext {
  readonly entryPoints?: ReadonlyMap<string, 'tcp' | 'udp'> | undefined;
  /** The certificate resolvers. */
  readonly resolvers?: ReadonlySet<string> | undefined;
  /** False if the names of entry points and resolvers are those of a proxy that may not be the one. */
  readonly areNamesCertain?: boolean | undefined;
  /** Whether an object of another provider exists, by its name with `@provider`; undefined if unknown. */
  readonly exists?: ((protocol: DeclaredProtocol, kind: DeclaredKind, name: string) => boolean | undefined) | undefined;
  /** Whether objects that do not exist may still be deployed: what depends on one is marked (`untilDeployed`). */
  readonly isGrowing?: boolean | undefined;
  /** The objects that certainly exist, by their names with `@provider`. */
  readonly names?: ((protocol: DeclaredProtocol, kind: DeclaredKind) => NameTable | undefined) | undefined;
  /** The full name of the declared object of Kubernetes with a short name; undefined if there are several, or none. */
  readonly clusterName?:
    | ((protocol: DeclaredProtocol, kind: DeclaredKind, name: string) => string | undefined)
    | undefined;
  /** The installed plugins. */
  readonly plugins?: ReadonlySet<string> | undefined;
  /** Of Traefik, such as `3.7.9`. */
  readonly version?: string | undefined;
  /** The syntax of rules without `ruleSyntax`. */
  readonly ruleSyntax?: 'v2' | 'v3' | undefined;
  /** False if a star in front of a host in a rule certainly means nothing else. */
  readonly hasWildcards?: boolean | undefined;
  /** Middlewares that entry points put before those of their routers. */
  readonly entryPointMiddlewares?: ReadonlyMap<string, readonly string[]> | undefined;
}

/** The syntax of a router's rule. */
export function syntaxOf({ router }: Declaration, { ruleSyntax = 'v3' }: CheckContext): 'v2' | 'v3' {
  const written = router?.ruleSyntax?.value;
  return written === 'v2' || written === 'v3' ? written : ruleSyntax;
}

/** What a live proxy tells for a check: plain data, besides the sets of names. */
export interface ProxyFacts extends Pick<CheckContext, 'entryPoints' | 'version' | 'ruleSyntax' | 'hasWildcards'> {
  /** By protocol and kind, such as `http router`. */
  readonly listed: ReadonlyMap<string, ListedNames>;
}

interface ListedNames {
  readonly names: Pick<ReadonlySet<string>, 'has' | 'keys'>;
  /** Whether there are no others. */
  readonly isWhole: boolean;
}

/** The context for a check against a live proxy. Objects of incomplete listings are unknown. */
export function contextOfFacts({ listed, ...facts }: ProxyFacts): CheckContext {
  const tables = new Map<string, NameTable>();
  return {
    ...facts,
    isGrowing: true,
    exists(protocol, kind, name) {
      const group = listed.get(`${protocol} ${kind}`);
      if (group?.names.has(name) === true) return true;
      // Traefik does not always list its built-in objects.
      return group?.isWhole === true && !name.endsWith('@internal') ? false : undefined;
    },
    names(protocol, kind) {
      const key = `${protocol} ${kind}`;
      const table = tables.get(key) ?? new NameTable(listed.get(key)?.names.keys() ?? []);
      tables.set(key, table);
      return table;
    },
  };
}
