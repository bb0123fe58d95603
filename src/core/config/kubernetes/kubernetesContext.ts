import { type ConfigNode, listItemsIn, textIn, valueIn } from '../source/configNode';
import { isKnown } from '../source/placedText';
import { annotationsOf, type Manifest } from './manifests';

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

interface ClusterService {
  readonly ports: readonly { readonly name: string; readonly port: string }[];
  readonly type: string;
  readonly hasEndpoints: boolean;
  readonly annotations: ConfigNode | undefined;
}

/** The known objects of a cluster: services and secrets by namespace and name. */
interface Cluster {
  readonly services: ReadonlyMap<string, ClusterService>;
  readonly secrets: ReadonlySet<string>;
  /** Of Traefik. */
  readonly ingressClasses: ReadonlySet<string>;
}

/** The objects of a cluster that routes refer to, from the manifests of all of its objects. */
export function clusterOf(manifests: readonly Manifest[]): Cluster {
  const of = (kind: string): readonly Manifest[] => manifests.filter((one) => one.kind === kind);
  const withEndpoints = new Set(
    of('EndpointSlice')
      .filter(({ node }) => listItemsIn(valueIn(node, 'endpoints')).length > 0)
      .map(({ namespace, node }) => {
        const labels = valueIn(valueIn(node, 'metadata'), 'labels');
        const service = textIn(labels, 'kubernetes.io/service-name');
        return `${namespace}/${service}`;
      }),
  );
  const services = of('Service').map(({ namespace, name, spec, node }) => {
    const key = `${namespace}/${name.value}`;
    const ports = listItemsIn(valueIn(spec, 'ports')).map((port) => ({
      name: textIn(port, 'name') ?? '',
      port: textIn(port, 'port') ?? '',
    }));
    const annotations = annotationsOf(node);
    const type = textIn(spec, 'type') ?? 'ClusterIP';
    return [key, { ports, type, hasEndpoints: withEndpoints.has(key), annotations }] as const;
  });
  const secrets = of('Secret').map(({ namespace, name }) => `${namespace}/${name.value}`);
  const classes = of('IngressClass').filter(
    ({ spec }) => textIn(spec, 'controller') === 'traefik.io/ingress-controller',
  );
  return {
    services: new Map(services),
    secrets: new Set(secrets),
    ingressClasses: new Set(classes.map(({ name }) => name.value)),
  };
}
