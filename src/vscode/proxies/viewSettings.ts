import * as vscode from 'vscode';
import type { Grouping, Sorting } from '../../core/proxy/describe/viewOptions';
import { Settings } from '../shared/ids';
import { pickOne, type QuickChoice } from '../shared/quickInput';

/** Asks how the view of the proxies shall group, and keeps it in the settings. */
export function groupBy(): Promise<void> {
  return chooseSetting<Grouping>(Settings.groupBy, 'Group by', 'By what should the Proxies view group?', [
    { label: 'Kind', description: 'Routers, services and middlewares of each protocol', value: 'kind' },
    {
      label: 'Provider',
      description: 'What each of them brought: docker, file, kubernetescrd and so on',
      value: 'provider',
    },
    { label: 'Entry Point', description: 'The routers of each, then services and middlewares', value: 'entryPoint' },
  ]);
}

/** Asks how the view of the proxies shall sort, and keeps it in the settings. */
export function sortBy(): Promise<void> {
  return chooseSetting<Sorting>(Settings.sortBy, 'Sort by', 'By what should the Proxies view sort?', [
    {
      label: 'Status',
      description: 'Errors first, then warnings, services that are down, and the others',
      value: 'status',
    },
    { label: 'Name', description: 'From A to Z', value: 'name' },
    { label: 'Priority', description: 'Routers by priority, the highest first', value: 'priority' },
  ]);
}

/** Keeps one of our settings for this person; the default is kept by keeping nothing. */
export async function changeSetting(key: string, value: string | boolean): Promise<void> {
  const settings = vscode.workspace.getConfiguration(Settings.section);
  const isDefault = settings.inspect(key)?.defaultValue === value;
  await settings.update(key, isDefault ? undefined : value, vscode.ConfigurationTarget.Global);
}

/** Asks which of its values a setting shall have, beginning at the one that it has. */
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
