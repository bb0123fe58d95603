import * as l10n from '@vscode/l10n';
import { plainText } from '../../base/text/plainText';
import { dateTimeText, timestampOf, uptimeText } from '../describe/dateTexts';
import { offText, onText } from '../describe/itemSummary';
import { joinedParts } from '../describe/labels';
import { noteNode, rowBelow } from './messageNodes';
import type { EndpointNode, FactNode, NoteNode, OverviewNode } from './nodes';
import type { TreeModel } from './treeModel';

const longestFact = 300;

export function overviewNode(parent: EndpointNode, { inventory }: TreeModel): OverviewNode {
  const label = l10n.t('Overview');
  const version = plainText(inventory.version?.number ?? '', longestFact);
  const description = joinedParts(version, uptimeText(inventory));
  return {
    type: 'overview',
    ...rowBelow(parent, '/overview', label, description),
  };
}

/** The facts of the proxy's overview. A feature whose text is empty is off. */
export function factsOf(parent: OverviewNode, { inventory }: TreeModel): readonly (FactNode | NoteNode)[] {
  const { version, overview } = inventory;
  const start = timestampOf(version?.startDate);
  const uptime = uptimeText(inventory);
  const facts: readonly (readonly [FactNode['fact'], label: string, value: string | undefined])[] = [
    ['version', l10n.t('Version'), version && joinedParts(version.number, version.codename)],
    ['since', l10n.t('Started'), start === undefined ? undefined : joinedParts(dateTimeText(start), uptime)],
    ['providers', l10n.t('Providers'), overview && (overview.providers.join(', ') || l10n.t('none'))],
    ['tracing', l10n.t('Tracing'), overview && (overview.features.tracing ?? offText())],
    ['metrics', l10n.t('Metrics'), overview && (overview.features.metrics ?? offText())],
    ['accessLog', l10n.t('Access log'), overview && (overview.features.accessLog === true ? onText() : offText())],
  ];
  const rows = facts.flatMap(([fact, label, value]): FactNode[] => {
    const description = plainText(value ?? '', longestFact);
    return description === '' ? [] : [{ type: 'fact', ...rowBelow(parent, `/${fact}`, label, description), fact }];
  });
  return rows.length === 0 ? [noteNode(parent, l10n.t('No overview available'))] : rows;
}
