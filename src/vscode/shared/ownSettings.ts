import * as vscode from 'vscode';
import { FormerSettings, Settings } from './ids';

/** Stores one of our settings in the user's settings. The default is stored as no value. */
export async function changeSetting(key: string, value: string | boolean): Promise<void> {
  const settings = vscode.workspace.getConfiguration(Settings.section);
  const isDefault = settings.inspect(key)?.defaultValue === value;
  await settings.update(key, isDefault ? undefined : value, vscode.ConfigurationTarget.Global);
}

/** The value of a renamed setting: if the user has only set it under its former name, that one. */
export function renamedSetting(settings: vscode.WorkspaceConfiguration, key: keyof typeof FormerSettings): unknown {
  return settings.inspect(key)?.globalValue ?? settings.inspect(FormerSettings[key])?.globalValue ?? settings.get(key);
}
