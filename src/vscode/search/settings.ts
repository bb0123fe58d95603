import * as vscode from 'vscode';
import type { SearchSettings } from '../../core/search/remembered/settings';
import { loadCore } from '../shared/core';
import { Settings } from '../shared/ids';

/** The settings of searches as they are now. */
export async function searchSettings(): Promise<SearchSettings> {
  const { searchSettingsOf } = await loadCore();
  const own = vscode.workspace.getConfiguration(Settings.section);
  return searchSettingsOf({
    pageSize: own.get(Settings.pageSize),
    timeoutSeconds: own.get(Settings.searchTimeout),
    prefetch: own.get(Settings.prefetch),
    highlight: own.get(Settings.highlight),
  });
}
