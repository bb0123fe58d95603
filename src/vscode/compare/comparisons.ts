import * as vscode from 'vscode';
import type { Comparison } from '../../core/proxy/compare/compare';
import type { SideRef } from '../../core/proxy/compare/side';
import { registerEphemeralDocuments } from '../shared/ephemeralDocuments';
import { COMPARISON_SCHEME, ContextKeys, Views } from '../shared/ids';
import { loadCore } from '../shared/loadCore';
import type { ComparisonView } from './comparisonView';
import type { SideSources } from './sides';

/** The comparison that is shown, and what can be done with it. */
export interface Comparisons extends vscode.Disposable {
  /** Reads both sides and shows what differs. The one that was shown stays where that fails or is cancelled. */
  compare(left: SideRef, right: SideRef): Promise<void>;
  /** Reads both sides anew. */
  again(): Promise<void>;
  swap(): Promise<void>;
  /** Asks how names are to be compared. */
  chooseNames(): Promise<void>;
  /** Shows or hides what differs in health only. */
  showHealth(isShown: boolean): Promise<void>;
  copySummary(): Promise<void>;
  /** Shows both sides of a row beside each other. */
  open(node: unknown): Promise<void>;
  close(): Promise<void>;
}

const GONE = 'The comparison that this was part of is closed. Choose Compare With… anew.\n';

/** What is not needed before something is compared. */
const loadComparing = () => import('./comparing');

/** Opens the comparisons. Their view is hidden until there is one, and made then. */
export function openComparisons(sources: SideSources): Comparisons {
  let view: ComparisonView | undefined;
  const documents = registerEphemeralDocuments(COMPARISON_SCHEME, GONE);
  let refs: readonly [SideRef, SideRef] | undefined;
  let shown: Comparison | undefined;
  let showsHealth = false;

  const setContext = (key: string, value: boolean) => vscode.commands.executeCommand('setContext', key, value);
  const show = async (next: Comparison | undefined): Promise<void> => {
    shown = next;
    if (next !== undefined) view ??= (await loadComparing()).openComparisonView();
    await view?.show(next, showsHealth);
    await setContext(ContextKeys.comparing, next !== undefined);
  };
  const compare = async (left: SideRef, right: SideRef): Promise<void> => {
    const { compareSides, exactNames } = await loadCore();
    const { readSide, withCancel } = await loadComparing();
    const next = await withCancel('Comparing…', async (signal) => {
      const sides = await Promise.all([left, right].map((ref) => readSide(sources, ref, signal)));
      const [one, other] = sides;
      if (one === undefined || other === undefined) return undefined;
      return compareSides(one, other, shown?.style ?? exactNames, signal);
    });
    if (next === undefined) return;
    refs = [left, right];
    await show(next);
    await vscode.commands.executeCommand(`${Views.comparison}.focus`);
  };
  const recompare = async (
    how: (now: Comparison) => Pick<Comparison, 'left' | 'right' | 'style'>,
  ): Promise<boolean> => {
    if (shown === undefined) return false;
    const { left, right, style } = how(shown);
    const { compareSides } = await loadCore();
    const { withCancel } = await loadComparing();
    const next = await withCancel('Comparing…', (signal) => compareSides(left, right, style, signal));
    if (next === undefined) return false;
    await show(next);
    return true;
  };

  return {
    compare,
    async again() {
      if (refs !== undefined) await compare(...refs);
    },
    async swap() {
      if (refs === undefined) return;
      const [left, right] = refs;
      const isSwapped = await recompare((now) => ({ left: now.right, right: now.left, style: now.style }));
      if (isSwapped) refs = [right, left];
    },
    async chooseNames() {
      if (shown === undefined) return;
      const { askNames } = await loadComparing();
      const style = await askNames(shown.style);
      if (style !== undefined) await recompare((now) => ({ ...now, style }));
    },
    async showHealth(isShown) {
      showsHealth = isShown;
      await setContext(ContextKeys.comparisonHealth, isShown);
      await view?.show(shown, showsHealth);
    },
    async copySummary() {
      if (shown === undefined) return;
      const { comparisonSummary } = await loadCore();
      await vscode.env.clipboard.writeText(comparisonSummary(shown));
      void vscode.window.showInformationMessage('The summary is on the clipboard, as Markdown.');
    },
    async open(node) {
      const { differenceOf, differenceDocuments } = await loadCore();
      if (shown === undefined) return;
      const difference = differenceOf(shown, node);
      if (difference === undefined) return;
      const [left, right] = differenceDocuments(difference, shown);
      await documents.compare({ ...left, ending: '.json' }, { ...right, ending: '.json' });
    },
    async close() {
      refs = undefined;
      await show(undefined);
    },
    dispose() {
      documents.dispose();
      view?.dispose();
    },
  };
}
