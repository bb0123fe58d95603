import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Comparison } from '../../core/proxy/compare/compare';
import type { SideRef } from '../../core/proxy/compare/side';
import { registerEphemeralDocuments } from '../shared/ephemeralDocuments';
import { ContextKeys, comparisonScheme, Views } from '../shared/ids';
import type { ComparisonView } from './comparisonView';
import type { SideSources } from './sides';

export type Comparisons = ReturnType<typeof openComparisons>;

/** Loaded for the first comparison. */
const loadComparing = () => import('./comparing');

/** The current comparison, and the actions on it. The view is hidden, and not created, before the first one. */
export function openComparisons(sources: SideSources) {
  let view: ComparisonView | undefined;
  const documents = registerEphemeralDocuments(
    comparisonScheme,
    `${l10n.t('This comparison was closed. Run Compare With… again.')}\n`,
  );
  let refs: readonly [SideRef, SideRef] | undefined;
  let shown: Comparison | undefined;
  let showsHealth = false;

  const show = async (next: Comparison | undefined): Promise<void> => {
    shown = next;
    if (next !== undefined) view ??= (await loadComparing()).openComparisonView();
    await view?.show(next, showsHealth);
    await vscode.commands.executeCommand('setContext', ContextKeys.comparing, next !== undefined);
  };
  const compare = async (left: SideRef, right: SideRef): Promise<void> => {
    const { compareSides, exactStyle, namedApart, readSide, withCancel } = await loadComparing();
    const next = await withCancel(l10n.t('Comparing…'), async (signal) => {
      const sides = await Promise.all([left, right].map((ref) => readSide(sources, ref, signal)));
      const [one, other] = sides;
      if (one === undefined || other === undefined) return undefined;
      return compareSides(...namedApart(one, other), shown?.style ?? exactStyle, signal);
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
    /** Reads both sides and shows the differences. The current comparison stays if that fails or is canceled. */
    compare,
    async again(): Promise<void> {
      if (refs !== undefined) await compare(...refs);
    },
    async swap(): Promise<void> {
      if (refs === undefined) return;
      const [left, right] = refs;
      const isSwapped = await recompare((now) => ({ left: now.right, right: now.left, style: now.style }));
      if (isSwapped) refs = [right, left];
    },
    async chooseNames(): Promise<void> {
      if (shown === undefined) return;
      const { askNames } = await loadComparing();
      const style = await askNames(shown.style);
      if (style !== undefined) await recompare((now) => ({ ...now, style: { ...now.style, ...style } }));
    },
    /** Compares with or without what differs on any two machines: addresses of entry points and servers. */
    async toggleAddresses(): Promise<void> {
      await recompare((now) => ({
        ...now,
        style: { ...now.style, ignoresAddresses: now.style.ignoresAddresses !== true },
      }));
    },
    /** Shows or hides differences in health only. */
    async toggleHealth(): Promise<void> {
      showsHealth = !showsHealth;
      await view?.show(shown, showsHealth);
    },
    async copySummary(): Promise<void> {
      if (shown === undefined) return;
      const { comparisonSummary } = await loadComparing();
      await vscode.env.clipboard.writeText(comparisonSummary(shown));
      void vscode.window.showInformationMessage(l10n.t('Summary copied as Markdown.'));
    },
    /** Shows both sides of a row side by side. */
    async open(node: unknown): Promise<void> {
      const { comparedTextsOf, differenceOf } = await loadComparing();
      const difference = shown && differenceOf(shown, node);
      if (shown === undefined || difference === undefined) return;
      await documents.compare(comparedTextsOf(difference, shown));
    },
    /** Shows both sides of all differences of a kind, or of all kinds without a row, in one editor. */
    async openAll(node: unknown): Promise<void> {
      if (shown === undefined) return;
      const { openAllChanges } = await loadComparing();
      await openAllChanges(documents, shown, node, showsHealth);
    },
    async close(): Promise<void> {
      refs = undefined;
      await show(undefined);
    },
    dispose(): void {
      documents.dispose();
      view?.dispose();
    },
  };
}
