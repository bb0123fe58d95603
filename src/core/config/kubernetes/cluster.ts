import { type ConfigNode, listItemsIn, textIn, valueIn } from '../source/configNode';
import { annotationsOf, type Manifest } from './manifests';

interface ClusterService {
  readonly ports: readonly { readonly name: string; readonly port: string }[];
  readonly type: string;
  readonly hasEndpoints: boolean;
  readonly annotations: ConfigNode | undefined;
}

/** The known objects of a cluster: services and secrets by namespace and name. */
export interface Cluster {
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
