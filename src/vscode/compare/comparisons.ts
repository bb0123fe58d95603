import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Comparison } from '../../core/proxy/compare/compare';
import type { SideRef } from '../../core/proxy/compare/side';
import { registerEphemeralDocuments } from '../shared/ephemeralDocuments';
import { ContextKeys, comparisonScheme, Views } from '../shared/ids';
import type { ComparisonView } from './comparisonView';
import type { SideSources } from './sides';

/** The current comparison, and the actions on it. */
export interface Comparisons extends vscode.Disposable {
  /** Reads both sides and shows the differences. The current comparison stays if that fails or is canceled. */
  compare(left: SideRef, right: SideRef): Promise<void>;
  /** Reads both sides again. */
  again(): Promise<void>;
  swap(): Promise<void>;
  /** Asks the user how to compare names. */
  chooseNames(): Promise<void>;
  /** Shows or hides differences in health only. */
  showHealth(isShown: boolean): Promise<void>;
  copySummary(): Promise<void>;
  /** Shows both sides of a row side by side. */
  open(node: unknown): Promise<void>;
  /** Shows both sides of all differences of a kind, or of all kinds without a row, in one editor. */
  openAll(node: unknown): Promise<void>;
  close(): Promise<void>;
}

/** Loaded for the first comparison. */
const loadComparing = () => import('./comparing');

/** Opens the comparisons. Their view is hidden, and not created, before the first comparison. */
export function openComparisons(sources: SideSources): Comparisons {
  let view: ComparisonView | undefined;
  const documents = registerEphemeralDocuments(
    comparisonScheme,
    `${l10n.t('This comparison was closed. Run Compare With… again.')}\n`,
  );
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
    const { compareSides, exactNames, namedApart, readSide, withCancel } = await loadComparing();
    const next = await withCancel(l10n.t('Comparing…'), async (signal) => {
      const sides = await Promise.all([left, right].map((ref) => readSide(sources, ref, signal)));
      const [one, other] = sides;
      if (one === undefined || other === undefined) return undefined;
      return compareSides(...namedApart(one, other), shown?.style ?? exactNames, signal);
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
    const { compareSides, withCancel } = await loadComparing();
    const next = await withCancel(l10n.t('Comparing…'), (signal) => compareSides(left, right, style, signal));
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
      const { comparisonSummary } = await loadComparing();
      await vscode.env.clipboard.writeText(comparisonSummary(shown));
      void vscode.window.showInformationMessage(l10n.t('Summary copied as Markdown.'));
    },
    async open(node) {
      const { comparedTextsOf, differenceOf } = await loadComparing();
      const difference = shown && differenceOf(shown, node);
      if (shown === undefined || difference === undefined) return;
      await documents.compare(comparedTextsOf(difference, shown));
    },
    async openAll(node) {
      if (shown === undefined) return;
      const { openAllChanges } = await loadComparing();
      await openAllChanges(documents, shown, node, showsHealth);
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
