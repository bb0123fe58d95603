import * as vscode from 'vscode';
import { Settings } from '../shared/ids';
import { type Choice, pick } from '../shared/quickInput';

/** Keeps one of our settings for this person; the default is kept by keeping nothing. */
export async function changeSetting(key: string, value: string | boolean): Promise<void> {
  const settings = vscode.workspace.getConfiguration(Settings.section);
  const isDefault = settings.inspect(key)?.defaultValue === value;
  await settings.update(key, isDefault ? undefined : value, vscode.ConfigurationTarget.Global);
}

/** Asks which of its values a setting shall have, beginning at the one that it has. */
export async function chooseSetting<T extends string>(
  key: string,
  title: string,
  placeholder: string,
  choices: readonly [Choice<T>, ...Choice<T>[]],
): Promise<void> {
  const present: unknown = vscode.workspace.getConfiguration(Settings.section).get(key);
  const active = (choices.find(({ value }) => value === present) ?? choices[0]).value;
  const answer = await pick({ title, placeholder, choices, active });
  if (answer !== undefined && answer !== 'back') await changeSetting(key, answer.value);
}
