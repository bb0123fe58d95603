import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { inTime } from '../../core/proxy/compare/side';
import type { Comparisons } from './comparisons';
import { chooseSide, type SideSources, sideOf } from './sides';

/** Compares the endpoint or snapshot of a row with another one; from the palette, the user selects both. */
export async function compareWith(sources: SideSources, comparisons: Comparisons, argument: unknown): Promise<void> {
  const named = argument === undefined ? undefined : await sideOf(sources, argument);
  if (argument !== undefined && named === undefined) {
    void vscode.window.showInformationMessage(
      l10n.t('Cannot compare: the endpoint or snapshot was removed or cannot be read.'),
    );
    return;
  }
  const one = named ?? (await chooseSide(sources, l10n.t('Compare')));
  if (one === undefined) return;
  const other = await chooseSide(sources, l10n.t('Compare With'), one);
  if (other === undefined) return;
  await comparisons.compare(...inTime(one, other));
}
