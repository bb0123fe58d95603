import * as l10n from '@vscode/l10n';
import { type Failure, remedyOf } from '../base/errors/failure';
import { clockText } from '../proxy/describe/dateTexts';
import { ariaText, filterText, joinedParts } from '../proxy/describe/labels';
import type { EndpointNode } from '../proxy/tree/nodes';
import type { IndexHealth } from '../search/engine/indexList';
import { searchEndpointTitle } from './indexGroup';
import { searchFailureTitle } from './indexRows';
import { healthNames, healthText } from './indexTexts';
import type { IndexView } from './indexView';

/** The current knowledge about a search endpoint. */
export interface KnownOfIndices {
  /** The latest health of the cluster. */
  readonly health?: IndexHealth | undefined;
  /** The time of the last listing, in milliseconds since 1970. */
  readonly readAt?: number | undefined;
  /** The failure of a later listing, if it failed. */
  readonly failure?: Failure | undefined;
  /** The indices to show; undefined until they are listed. */
  readonly view?: IndexView | undefined;
}

/** The row of a search endpoint with its filter, its failure, and its health in one word. */
export function searchEndpointNode(node: EndpointNode, known: KnownOfIndices, filter: string): EndpointNode {
  const { health, readAt, failure, view } = known;
  const description = joinedParts(
    filter === ''
      ? undefined
      : filterText(filter, view?.options.filter === filter ? { shown: view.count, total: view.total } : undefined),
    failure && searchFailureTitle(failure),
    failure && readAt !== undefined ? l10n.t('stale since {0}', clockText(readAt, 'minutes')) : undefined,
    health && healthNames[health](),
    node.description,
  );
  return {
    ...node,
    description,
    spoken: ariaText(searchEndpointTitle(node), description),
    isFiltered: filter !== '',
    worst: health === 'red' ? 'error' : health === 'yellow' ? 'warning' : node.worst,
    mark: failure === undefined ? node.mark : readAt === undefined ? 'failed' : 'stale',
    remedy: (failure && remedyOf(failure)) ?? node.remedy,
  };
}

/** The lines of its tooltip about health and listing. */
export function knownOfIndicesLines({ health, readAt, failure }: KnownOfIndices): readonly string[] {
  return [
    ...(health === undefined ? [] : ['', l10n.t('Cluster health: {0}', healthText(health))]),
    ...(readAt === undefined ? [] : [l10n.t('Read at {0}', clockText(readAt, 'seconds'))]),
    ...(failure === undefined ? [] : ['', failure.sentence]),
  ];
}
