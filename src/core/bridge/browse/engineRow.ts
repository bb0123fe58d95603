import * as l10n from '@vscode/l10n';
import type { Failure } from '../../base/errors/failure';
import { clockText } from '../../proxy/describe/dateTexts';
import { ariaText, filterText, joinedParts } from '../../proxy/describe/labels';
import type { EndpointNode } from '../../proxy/tree/nodes';
import { remedyOf } from '../../proxy/tree/remedy';
import type { IndexView } from '../../search/browse/indexView';
import type { IndexHealth } from '../../search/engine/indexList';
import { searchEndpointTitle } from './indexGroup';
import { searchFailureTitle } from './indexRows';
import { healthNames, healthText } from './indexTexts';

/** What is known of a search endpoint at the moment. */
export interface KnownOfIndices {
  /** Of the cluster, as told last. */
  readonly health?: IndexHealth | undefined;
  /** When it was listed last, in milliseconds since 1970. */
  readonly readAt?: number | undefined;
  /** Why that failed since, if it did. */
  readonly failure?: Failure | undefined;
  /** What is shown of it; undefined until it was listed. */
  readonly view?: IndexView | undefined;
}

/** The row of a search endpoint with what is known of it: the filter, what is wrong, and the health in one word. */
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

/** The lines of its tooltip about that. */
export function knownOfIndicesLines({ health, readAt, failure }: KnownOfIndices): readonly string[] {
  return [
    ...(health === undefined ? [] : ['', l10n.t('Cluster health: {0}', healthText(health))]),
    ...(readAt === undefined ? [] : [l10n.t('Read at {0}', clockText(readAt, 'seconds'))]),
    ...(failure === undefined ? [] : ['', failure.sentence]),
  ];
}
