import type { DeclaredKind, DeclaredProtocol } from '../model/declaration';
import type { NameTable } from '../names/meantNames';

/** The known facts about the proxy that reads the declarations. Absent facts are unknown: no check relies on them. */
export interface CheckContext {
  readonly entryPoints?: ReadonlyMap<string, 'tcp' | 'udp'> | undefined;
  /** Whether an object of another provider exists, by its name with `@provider`; undefined if unknown. */
  readonly exists?: ((protocol: DeclaredProtocol, kind: DeclaredKind, name: string) => boolean | undefined) | undefined;
  /** The objects that certainly exist, by their names with `@provider`. */
  readonly names?: ((protocol: DeclaredProtocol, kind: DeclaredKind) => NameTable | undefined) | undefined;
  /** The full name of the declared object of Kubernetes with a short name; undefined if there are several, or none. */
  readonly clusterName?:
    | ((protocol: DeclaredProtocol, kind: DeclaredKind, name: string) => string | undefined)
    | undefined;
  /** The installed plugins. */
  readonly plugins?: ReadonlySet<string> | undefined;
  /** The syntax of rules without `ruleSyntax`. */
  readonly ruleSyntax?: 'v2' | 'v3' | undefined;
  /** Middlewares that entry points put before those of their routers. */
  readonly entryPointMiddlewares?: ReadonlyMap<string, readonly string[]> | undefined;
}
