import type { Steps } from '../../base/async/steps';
import { ingressesIn } from '../kubernetes/readKubernetesIngress';
import { isKnown, rangeOf, type SourceRange } from '../source/placedText';
import type { NamedObject } from './namesIn';
import type { ConfigGroup } from './readConfigFiles';

/** What a file makes Traefik have: an object that it declares, or one that nobody wrote, such as the service of a container. */
export interface ObjectOrigin {
  readonly object: NamedObject;
  readonly isImplied: boolean;
  /** Of a router whose name is not wholly known, as far as it is known itself. */
  readonly rule: string | undefined;
  /** The container, file, route, or Kubernetes object that brings it about. */
  readonly unit: string;
  readonly range: SourceRange;
}

/** A Kubernetes object that Traefik names on its API. */
export interface IngressOrigin {
  /** A `HOLE` if nobody says. */
  readonly namespace: string;
  readonly name: string;
  /** That of the objects that it brings about. */
  readonly unit: string;
  readonly range: SourceRange;
}

/** What objects on the API may come from. */
interface ConfigOrigins {
  readonly objects: readonly ObjectOrigin[];
  readonly ingresses: readonly IngressOrigin[];
}

/** Everything that files bring about, with places. */
export function* originsIn({ source, files, declarations }: ConfigGroup): Steps<ConfigOrigins> {
  const objects = declarations.map(({ protocol, kind, name, at, isImplied = false, router, unit }): ObjectOrigin => {
    const object = { protocol, kind, name };
    return { object, isImplied, rule: isKnown(name) ? undefined : router?.rule?.value, unit, range: rangeOf(at) };
  });
  yield declarations.length;
  const ingresses = source.provider === 'ingress' ? yield* ingressesIn(files) : [];
  return {
    objects,
    ingresses: ingresses.map(({ namespace, name, unit }) => ({
      ...{ namespace, name: name.value, unit },
      range: rangeOf(name),
    })),
  };
}
