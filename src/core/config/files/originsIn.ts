import { ingressesIn } from '../kubernetes/readKubernetesIngress';
import { isKnown, rangeOf, type SourceRange } from '../source/placedText';
import type { NamedObject } from './definition';
import type { ConfigGroup } from './readConfigFiles';

/** An object that Traefik has because of a file: a declared or a generated one, such as the service of a container. */
export interface ObjectOrigin {
  readonly object: NamedObject;
  readonly isImplied: boolean;
  /** Of a router with an unknown part in its name, as far as the rule is known. */
  readonly rule: string | undefined;
  /** The container, file, route, or Kubernetes object that causes it. */
  readonly unit: string;
  readonly range: SourceRange;
}

/** A Kubernetes object that Traefik names on its API. */
export interface IngressOrigin {
  /** A `HOLE` if unknown. */
  readonly namespace: string;
  readonly name: string;
  /** The unit of the objects that it causes. */
  readonly unit: string;
  readonly range: SourceRange;
}

/** The possible origins of objects on the API. */
interface ConfigOrigins {
  readonly objects: readonly ObjectOrigin[];
  readonly ingresses: readonly IngressOrigin[];
}

/** All objects that files cause, with their places. */
export function originsIn({ source, files, declarations }: ConfigGroup): ConfigOrigins {
  const objects = declarations.map(({ protocol, kind, name, at, isImplied = false, router, unit }): ObjectOrigin => {
    const object = { protocol, kind, name };
    return { object, isImplied, rule: isKnown(name) ? undefined : router?.rule?.value, unit, range: rangeOf(at) };
  });
  const ingresses = source.provider === 'ingress' ? ingressesIn(files) : [];
  return {
    objects,
    ingresses: ingresses.map(({ namespace, name, unit }) => ({
      ...{ namespace, name: name.value, unit },
      range: rangeOf(name),
    })),
  };
}
