import type { WrittenLabel } from '../decode/labelNodes';
import type { ConfigProblem } from '../model/configProblem';
import type { Declaration } from '../model/declaration';
import type { PlacedText } from '../source/placedText';

/** The known static configuration of a provider, which no file in a workspace proves. Undefined: unknown. */
export interface ProviderFacts {
  readonly exposedByDefault?: boolean | undefined;
  /** An expression; empty if there are none. */
  readonly constraints?: string | undefined;
  readonly defaultRule?: string | undefined;
  readonly allowEmptyServices?: boolean | undefined;
  /** Of tags. */
  readonly prefix?: string | undefined;
  /** Of Nomad or Consul, if Traefik reads only some namespaces: then it is a part of the provider's name. */
  readonly namespace?: string | undefined;
}

/** The rule that Traefik gives routers without one, unless its static configuration has another. */
export const defaultRuleTemplate = 'Host(`{{ normalize .Name }}`)';

/** A container, or a service of Nomad or Consul: labels, and the defaults that Traefik adds. */
export interface LabelUnit {
  /** Its name in problems: `container web`. */
  readonly unit: string;
  readonly at: PlacedText;
  readonly provider: 'docker' | 'swarm' | 'ecs' | 'nomad' | 'consulcatalog';
  /** The text after the `@`, if it is not the provider's plain name. */
  readonly providerName?: string | undefined;
  readonly labels: readonly WrittenLabel[];
  /** Labels that a default rule may read, with generated ones. */
  readonly allLabels: ReadonlyMap<string, string>;
  /** Whether it meets the provider's constraints; undefined if unknown. */
  readonly constrained: (facts: ProviderFacts) => boolean | 'invalid' | undefined;
  /** The name of the service and router that it has by default. */
  readonly name: string;
  /** The values of `.Name` and `.ContainerName` in a default rule. Services of Nomad and Consul have no container. */
  readonly names: { readonly name: string; readonly containerName: string | undefined };
  /** Whether Traefik finds a port if no label names one. Undefined: unknown, because the image may have one. */
  readonly hasPort: boolean | undefined;
  /** Whether another file may have more of its labels, so that no part counts as missing. */
  readonly isPartial: boolean;
  /** Whether it runs and is healthy: Traefik has no `stopped` ones unless it keeps them without servers. */
  readonly state?: 'running' | 'stopped' | 'unhealthy' | undefined;
}

export interface BuiltUnit {
  readonly declarations: readonly Declaration[];
  readonly problems: readonly ConfigProblem[];
  /** The condition of its start, such as profiles, if any. Whether units of two of them start together is unknown. */
  readonly startedWith?: string | undefined;
}
