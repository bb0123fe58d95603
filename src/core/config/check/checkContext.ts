import type { DeclaredKind, DeclaredProtocol } from '../model/declaration';
import type { NameTable } from '../names/meantNames';

/** What is known of the proxy that reads the declarations. What is not known is not there, and nothing is told of it. */
export interface CheckContext {
  /** The entry points by name. */
  readonly entryPoints?: ReadonlyMap<string, 'tcp' | 'udp'> | undefined;
  /** Whether an object of another provider exists, by its name with `@provider`; undefined if that is not known. */
  readonly exists?: ((protocol: DeclaredProtocol, kind: DeclaredKind, name: string) => boolean | undefined) | undefined;
  /** The objects that certainly exist, by their names with `@provider`. */
  readonly names?: ((protocol: DeclaredProtocol, kind: DeclaredKind) => NameTable | undefined) | undefined;
  /**
   * The only declared object of Kubernetes with a name that is written without its namespace, by its name with `@provider`;
   * undefined if there are several, or none.
   */
  readonly clusterName?:
    | ((protocol: DeclaredProtocol, kind: DeclaredKind, name: string) => string | undefined)
    | undefined;
  /** The plugins that are installed. */
  readonly plugins?: ReadonlySet<string> | undefined;
  /** The syntax of rules without `ruleSyntax`. */
  readonly ruleSyntax?: 'v2' | 'v3' | undefined;
  /** Middlewares that entry points put before those of their routers. */
  readonly entryPointMiddlewares?: ReadonlyMap<string, readonly string[]> | undefined;
}
