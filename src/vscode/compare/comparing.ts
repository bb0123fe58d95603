/** @file What comparisons load on first use. */
import * as l10n from '@vscode/l10n';
import type { ComparedNameStyle } from '../../core/proxy/compare/normalize';
import { pickValue } from '../shared/quickInput';

export { compareSides } from '../../core/proxy/compare/compare';
export { comparisonSummary } from '../../core/proxy/compare/comparisonSummary';
export { exactStyle } from '../../core/proxy/compare/normalize';
export { differenceOf } from '../../core/proxy/compare/rows';
export { namedApart } from '../../core/proxy/compare/side';
export { withCancel } from '../shared/withCancel';
export { openComparisonView } from './comparisonView';
export { comparedTextsOf, openAllChanges } from './openAllChanges';
export { readSide } from './sides';

/** Asks the user how to compare names; undefined if canceled. */
export async function askNames(now: ComparedNameStyle): Promise<ComparedNameStyle | undefined> {
  const choice = (label: string, detail: string, ignoresProvider: boolean, ignoresEntryPoint: boolean) => ({
    label,
    detail,
    value: { ignoresProvider, ignoresEntryPoint },
  });
  const choices = [
    choice(l10n.t('Full names'), l10n.t('{0} is only {1}', 'shop@docker', 'shop@docker'), false, false),
    choice(l10n.t('Without provider'), l10n.t('{0} is the same as {1}', 'shop@docker', 'shop@file'), true, false),
    choice(
      l10n.t('Without entry point'),
      l10n.t('{0} is the same as {1}, if Traefik created it from that', 'websecure-shop@docker', 'shop@docker'),
      false,
      true,
    ),
    choice(
      l10n.t('Without provider and entry point'),
      l10n.t('{0} is the same as {1}', 'websecure-shop@docker', 'shop@file'),
      true,
      true,
    ),
  ];
  const active = choices.find(
    ({ value }) => value.ignoresProvider === now.ignoresProvider && value.ignoresEntryPoint === now.ignoresEntryPoint,
  )?.value;
  return pickValue({
    title: l10n.t('Compare Names'),
    placeholder: l10n.t('Select how to compare names'),
    choices,
    ...(active !== undefined && { active }),
  });
}
