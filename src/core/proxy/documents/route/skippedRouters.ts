import * as l10n from '@vscode/l10n';
import { numberText } from '../../../../l10n/numbers';
import type { Inventory } from '../../model/inventory';
import { entryPointsOf, type Router } from '../../model/model';
import type { RouteQuestion, SkippedRouter } from '../../routing/routeAnswer';
import {
  moreRow,
  ownText,
  type PageCell,
  type PageRow,
  type PageSectionSource,
  sentenceCell,
  untrustedText,
} from '../page';
import { linkedRouter } from '../requestFlow';

/**
 * The routers that Traefik does not try, by the reason; undefined if it tries all. Disabled routers of other entry
 * points are left out, because they would not matter here in any case.
 */
export function skippedSection(
  passed: readonly SkippedRouter[],
  question: RouteQuestion,
  inventory: Inventory,
  most: number,
): { readonly section: PageSectionSource; readonly isCut: boolean } | undefined {
  const matters = passed.filter((one) => mayMatter(one, question));
  if (matters.length === 0) return undefined;
  const rows: PageRow[] = [];
  let isCut = false;
  for (const why of order) {
    const group = matters.filter((one) => one.why === why);
    if (group.length === 0) continue;
    const shown = Math.min(most, shortOf[why]);
    rows.push({ cells: [[ownText(`${reasonOf(why, question)} (${numberText(group.length)})`, 'label')]] });
    const limit = Number.isFinite(most) ? shown : group.length;
    for (const one of group.slice(0, limit))
      rows.push({
        indent: 1,
        cells: [[linkedRouter(one.router, inventory)], wordsOf(one)],
      });
    if (group.length > limit) {
      isCut = true;
      rows.push(moreRow(group.length - limit, 1));
    }
  }
  const title = l10n.t('Skipped Routers ({0})', numberText(matters.length));
  return { section: { title, rows, isFolded: true }, isCut };
}

function mayMatter({ router, why }: SkippedRouter, { entryPoint }: RouteQuestion): boolean {
  const isBroken = why === 'disabled' || why === 'badRule';
  return !isBroken || (router.parentRefs ?? []).length > 0 || entryPointsOf(router).includes(entryPoint);
}

/** Probable mistakes come first. */
const order = [
  'disabled',
  'badRule',
  'tls',
  'otherEntryPoint',
  'nested',
] as const satisfies readonly SkippedRouter['why'][];

/** The most listed routers for each reason: routers on other entry points are many, and not a mistake. */
const shortOf: Readonly<Record<SkippedRouter['why'], number>> = {
  disabled: 100,
  badRule: 100,
  tls: 50,
  otherEntryPoint: 20,
  nested: 20,
};

function reasonOf(why: SkippedRouter['why'], { isTls }: RouteQuestion): string {
  switch (why) {
    case 'disabled':
      return l10n.t('Disabled by Traefik because of an error');
    case 'badRule':
      return l10n.t('Invalid rule');
    case 'tls':
      return isTls ? l10n.t('Only for connections without TLS') : l10n.t('Only for connections with TLS');
    case 'otherEntryPoint':
      return l10n.t('On other entry points');
    case 'nested':
      return l10n.t('Child routers (only reached through their parent)');
  }
}

function wordsOf({ router, why, detail }: SkippedRouter): PageCell {
  switch (why) {
    case 'disabled':
      return [untrustedText(detail ?? router.errors[0] ?? l10n.t('unknown reason'), { look: 'bad' })];
    case 'badRule':
      return [untrustedText(detail ?? l10n.t('no rule'), { look: 'bad' })];
    case 'otherEntryPoint':
      return [untrustedText(entryPointsOf(router).join(', ') || l10n.t('no entry point'))];
    case 'nested':
      return sentenceCell(l10n.t('child of {0}'), [untrustedText((router.parentRefs ?? []).join(', '))]);
    case 'tls':
      return [ruleWords(router)];
  }
}

function ruleWords({ rule }: Router) {
  return rule === undefined ? ownText(l10n.t('no rule'), 'faint') : untrustedText(rule);
}
