import { isKnown } from '../source/placedText';
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

/** Whether a setting of namespaces certainly leaves one out. */
export function leavesOut(namespaces: readonly string[] | 'all' | undefined, one: string): boolean {
  return namespaces !== undefined && namespaces !== 'all' && isKnown(one) && !namespaces.includes(one);
}

/** Whether an object with a class, empty if it has none, certainly is for another controller. */
export function isOtherClass(facts: KubernetesFacts | undefined, written: string): boolean {
  const own = facts?.ingressClass;
  return own !== undefined && isKnown(written) && written !== own && !(own === '' && written === 'traefik');
}
