import { plainText } from '../../base/text/plainText';
import { dateTimeText, timestampOf, uptimeText } from '../describe/dates';
import { ariaText, joinedParts } from '../describe/labels';
import { noteNode } from './messageNodes';
import type { EndpointNode, FactNode, NoteNode, OverviewNode } from './nodes';
import type { TreeModel } from './treeModel';

const LONGEST_FACT = 300;

/** The row that leads to what the proxy tells of itself. */
export function overviewNode(parent: EndpointNode, { inventory }: TreeModel): OverviewNode {
  const uptime = uptimeText(inventory);
  const version = plainText(inventory.version?.number ?? '', LONGEST_FACT);
  const description = joinedParts(version, uptime === undefined ? undefined : `up ${uptime}`);
  return {
    type: 'overview',
    parent,
    id: `${parent.id}/overview`,
    endpointId: parent.endpointId,
    label: 'Overview',
    ...(description === '' ? {} : { description }),
    spoken: ariaText('Overview', description),
  };
}

/** What the proxy tells of itself. Only what it tells: an absent feature that its answer names is off. */
export function factsOf(parent: OverviewNode, { inventory }: TreeModel): readonly (FactNode | NoteNode)[] {
  const { version, overview } = inventory;
  const start = timestampOf(version?.startDate);
  const uptime = uptimeText(inventory);
  const facts: readonly (readonly [FactNode['fact'], label: string, value: string | undefined])[] = [
    ['version', 'Version', version && joinedParts(version.number, version.codename)],
    ['since', 'Up since', start === undefined ? undefined : joinedParts(dateTimeText(start), uptime)],
    ['providers', 'Providers', overview && (overview.providers.join(', ') || 'none')],
    ['tracing', 'Tracing', overview && (overview.features.tracing ?? 'off')],
    ['metrics', 'Metrics', overview && (overview.features.metrics ?? 'off')],
    ['accessLog', 'Access log', overview && (overview.features.accessLog === true ? 'on' : 'off')],
  ];
  const rows = facts.flatMap(([fact, label, value]) => {
    const description = plainText(value ?? '', LONGEST_FACT);
    return description === '' ? [] : [factNode(parent, fact, label, description)];
  });
  return rows.length === 0 ? [noteNode(parent, 'The proxy tells nothing of itself.')] : rows;
}

function factNode(parent: OverviewNode, fact: FactNode['fact'], label: string, description: string): FactNode {
  return {
    type: 'fact',
    parent,
    id: `${parent.id}/${fact}`,
    endpointId: parent.endpointId,
    fact,
    label,
    description,
    spoken: ariaText(label, description),
  };
}
