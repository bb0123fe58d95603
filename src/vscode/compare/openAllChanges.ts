import * as l10n from '@vscode/l10n';
import type { Comparison, ItemDifference } from '../../core/proxy/compare/compare';
import { differenceDocuments } from '../../core/proxy/compare/differenceDocuments';
import { type ComparisonKindNode, comparisonKinds } from '../../core/proxy/compare/rows';
import { comparisonTitle } from '../../core/proxy/compare/side';
import { numberText } from '../../l10n/numbers';
import type { ComparedTexts, EphemeralDocuments } from '../shared/ephemeralDocuments';
import { pickValue } from '../shared/quickInput';

/** The most differences in one editor, because VS Code opens all of its documents at once. */
const mostOpened = 200;

/**
 * Shows the differences of a row's kind, or all, in VS Code's multi-diff editor. If there are too many, the user
 * selects a kind. If one kind has too many, the editor shows the first ones, and its title says so.
 *
 * @param node any value: VS Code may call commands with any argument
 */
export async function openAllChanges(
  documents: Pick<EphemeralDocuments, 'compareAll'>,
  comparison: Comparison,
  node: unknown,
  showsHealth: boolean,
): Promise<void> {
  const kinds = comparisonKinds(comparison, showsHealth);
  const total = kinds.reduce((sum, { differences }) => sum + differences.length, 0);
  const named = kinds.find(({ id }) => typeof node === 'object' && node !== null && 'id' in node && node.id === id);
  const sides = comparisonTitle(comparison.left, comparison.right);
  if (named === undefined && total <= mostOpened) {
    const all = kinds.flatMap(({ differences }) => differences);
    if (all.length > 0) await open(documents, comparison, sides, all);
    return;
  }
  const kind = named ?? (await chooseKind(kinds, total));
  if (kind === undefined) return;
  const { differences, label } = kind;
  const what =
    differences.length > mostOpened
      ? l10n.t('{0}: first {1} of {2}', label, numberText(mostOpened), numberText(differences.length))
      : label;
  await open(documents, comparison, `${what} · ${sides}`, differences);
}

async function chooseKind(
  kinds: readonly ComparisonKindNode[],
  total: number,
): Promise<ComparisonKindNode | undefined> {
  return pickValue({
    title: l10n.t('Open All Changes'),
    placeholder: l10n.t(
      '{0} changes: select which to open (at most {1} at once)',
      numberText(total),
      numberText(mostOpened),
    ),
    choices: kinds.map((value) => ({
      label: value.label,
      description: value.description ?? '',
      value,
    })),
  });
}

async function open(
  documents: Pick<EphemeralDocuments, 'compareAll'>,
  comparison: Comparison,
  title: string,
  differences: ComparisonKindNode['differences'],
): Promise<void> {
  const pairs: ComparedTexts[] = [];
  for (const { difference } of differences.slice(0, mostOpened)) pairs.push(comparedTextsOf(difference, comparison));
  await documents.compareAll(title, pairs);
}

export function comparedTextsOf(difference: ItemDifference, comparison: Comparison): ComparedTexts {
  const { title, folder, left, right } = differenceDocuments(difference, comparison);
  return {
    title,
    ...(left !== undefined && { left: { ...left, folder, ending: '.json' } }),
    ...(right !== undefined && { right: { ...right, folder, ending: '.json' } }),
  };
}
