import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Grouping, Sorting } from '../../core/proxy/describe/viewOptions';
import { changeSetting } from '../shared/changeSetting';
import { Settings } from '../shared/ids';
import { pickOne, type QuickChoice } from '../shared/quickInput';

/** Asks the user how to group the Proxies view, and stores the choice in the settings. */
export function groupBy(): Promise<void> {
  return chooseSetting<Grouping>(Settings.groupBy, l10n.t('Group by'), l10n.t('Select how to group the Proxies view'), [
    {
      label: l10n.t('Kind'),
      description: l10n.t('Routers, services, and middlewares of each protocol'),
      value: 'kind',
    },
    {
      label: l10n.t('Provider'),
      description: l10n.t('Items of each provider, such as docker, file, or kubernetescrd'),
      value: 'provider',
    },
    {
      label: l10n.t('Entry point'),
      description: l10n.t('Routers of each entry point, then services and middlewares'),
      value: 'entryPoint',
    },
  ]);
}

/** Asks the user how to sort the Proxies view, and stores the choice in the settings. */
export function sortBy(): Promise<void> {
  return chooseSetting<Sorting>(Settings.sortBy, l10n.t('Sort by'), l10n.t('Select how to sort the Proxies view'), [
    {
      label: l10n.t('Status'),
      description: l10n.t('The worst first: errors, all servers down, warnings, partially down'),
      value: 'status',
    },
    { label: l10n.t('Name'), description: l10n.t('From A to Z'), value: 'name' },
    { label: l10n.t('Priority'), description: l10n.t('Routers by priority, highest first'), value: 'priority' },
  ]);
}

/** Asks the user for the value of a setting, with the present one selected. */
async function chooseSetting<T extends string>(
  key: string,
  title: string,
  placeholder: string,
  choices: readonly [QuickChoice<T>, ...QuickChoice<T>[]],
): Promise<void> {
  const present: unknown = vscode.workspace.getConfiguration(Settings.section).get(key);
  const active = (choices.find(({ value }) => value === present) ?? choices[0]).value;
  const answer = await pickOne({ title, placeholder, choices, active });
  if (answer !== undefined && answer !== 'back') await changeSetting(key, answer.value);
}
