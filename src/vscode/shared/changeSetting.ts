import * as vscode from 'vscode';
import { Settings } from './ids';

/** Stores one of our settings in the user's settings. The default is stored as no value. */
export async function changeSetting(key: string, value: string | boolean): Promise<void> {
  const settings = vscode.workspace.getConfiguration(Settings.section);
  const isDefault = settings.inspect(key)?.defaultValue === value;
  await settings.update(key, isDefault ? undefined : value, vscode.ConfigurationTarget.Global);
}
