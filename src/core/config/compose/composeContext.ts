import type { ProviderFacts } from '../labels/labelUnit';
import type { ComposeVariables } from './interpolate';

/** The known facts about a running container. */
export interface ContainerFacts {
  readonly state?: string | undefined;
  readonly health?: string | undefined;
  /** Ports that its image exposes: `80/tcp`. */
  readonly imagePorts?: readonly string[] | undefined;
}

/** The known facts beyond the files of a project. Each may be unknown; readers guess nothing. */
export interface ComposeContext {
  readonly provider: 'docker' | 'swarm';
  readonly project?: string | undefined;
  readonly variables?: ComposeVariables;
  /** Whether another file includes the files of the project: it may have more variables and networks. */
  readonly isIncluded?: boolean | undefined;
  /** Services to which unread files add labels. */
  readonly addedTo?: ReadonlySet<string> | undefined;
  readonly facts?: ProviderFacts | undefined;
  /** By the names of the services in the file. */
  readonly containers?: Readonly<Record<string, ContainerFacts>> | undefined;
}
