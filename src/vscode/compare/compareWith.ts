import * as vscode from 'vscode';
import { loadCore } from '../shared/loadCore';
import type { Comparisons } from './comparisons';
import { chooseSide, type SideSources, sideOf } from './sides';

/** Compares the endpoint or snapshot of a row with another one; from the palette a person chooses both. */
export async function compareWith(sources: SideSources, comparisons: Comparisons, argument: unknown): Promise<void> {
  const named = argument === undefined ? undefined : await sideOf(sources, argument);
  if (argument !== undefined && named === undefined) {
    void vscode.window.showInformationMessage('This cannot be compared: it was removed, or its record cannot be read.');
    return;
  }
  const one = named ?? (await chooseSide(sources, 'Compare'));
  if (one === undefined) return;
  const other = await chooseSide(sources, 'Compare With', one);
  if (other === undefined) return;
  const { inTime } = await loadCore();
  await comparisons.compare(...inTime(one, other));
}
