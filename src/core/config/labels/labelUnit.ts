import type { WrittenLabel } from '../decode/labelNodes';
import type { ConfigProblem } from '../model/configProblem';
import type { Declaration } from '../model/declaration';
import type { PlacedText } from '../source/placedText';

/** What is known of a provider's static configuration, which no file in a workspace proves. Undefined: not known. */
export interface ProviderFacts {
  readonly exposedByDefault?: boolean | undefined;
  /** An expression; empty if there are none. */
  readonly constraints?: string | undefined;
  readonly defaultRule?: string | undefined;
  readonly allowEmptyServices?: boolean | undefined;
  /** Of tags. */
  readonly prefix?: string | undefined;
  /** Of Nomad or Consul, if Traefik is told to look for services in some: it is a part of the provider's name then. */
  readonly namespace?: string | undefined;
}

/** The rule that Traefik gives routers without one, unless its static configuration says otherwise. */
export const defaultRuleTemplate = 'Host(`{{ normalize .Name }}`)';

/** A container, or a service of Nomad or Consul: labels, and what Traefik makes up where they say nothing. */
export interface LabelUnit {
  /** How problems name it: `container web`. */
  readonly unit: string;
  /** Where it is declared. */
  readonly at: PlacedText;
  readonly provider: 'docker' | 'swarm' | 'ecs' | 'nomad' | 'consulcatalog';
  /** What stands behind the `@`, if it is not the provider's plain name. */
  readonly providerName?: string | undefined;
  readonly labels: readonly WrittenLabel[];
  /** Labels that a default rule may read, with those that nobody wrote. */
  readonly allLabels: ReadonlyMap<string, string>;
  /** Whether it meets the provider's constraints; undefined if that is not known. */
  readonly constrained: (facts: ProviderFacts) => boolean | 'invalid' | undefined;
  /** The name of the service and router that it has by default. */
  readonly name: string;
  /** What `.Name` and `.ContainerName` are in a default rule. Services of Nomad and Consul have no container. */
  readonly names: { readonly name: string; readonly containerName: string | undefined };
  /** Whether Traefik finds a port where no label names one. Undefined: not known, as the image may have one. */
  readonly hasPort: boolean | undefined;
  /** Whether another file may have more of its labels, so that nothing is known to be missing. */
  readonly isPartial: boolean;
  /** Whether it runs and is healthy: `stopped` ones are not there at all unless they are kept without servers. */
  readonly state?: 'running' | 'stopped' | 'unhealthy' | undefined;
}

/** What becomes of a unit. */
export interface BuiltUnit {
  readonly declarations: readonly Declaration[];
  readonly problems: readonly ConfigProblem[];
  /** What it starts with, such as profiles, if it does not always start. Nobody says whether different ones start together. */
  readonly startedWith?: string | undefined;
}
