import type { Cluster } from './cluster';

/** The known static configuration of a Kubernetes provider. Undefined: unknown. */
interface KubernetesFacts {
  readonly allowCrossNamespace?: boolean | undefined;
  readonly allowEmptyServices?: boolean | undefined;
  readonly allowExternalNameServices?: boolean | undefined;
  /** Empty if none is set. */
  readonly ingressClass?: string | undefined;
  /** Whether a prefix of an Ingress ends at the end of a part of the path. */
  readonly strictPrefixMatching?: boolean | undefined;
  readonly disableIngressClassLookup?: boolean | undefined;
  /** `all` if none are set. */
  readonly crossProviderNamespaces?: readonly string[] | 'all' | undefined;
  /** The watched ones. */
  readonly namespaces?: readonly string[] | 'all' | undefined;
  readonly experimentalChannel?: boolean | undefined;
  /** The entry points by their ports. */
  readonly ports?: ReadonlyMap<string, string> | undefined;
}

export interface KubernetesContext {
  /** Of objects that name none. */
  readonly namespace?: string | undefined;
  readonly facts?: KubernetesFacts | undefined;
  /** Undefined if unknown. */
  readonly cluster?: Cluster | undefined;
}
