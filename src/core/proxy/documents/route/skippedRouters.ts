import { numberText } from '../../../../l10n/numbers';
import { entryPointsOf, type Router } from '../../model/model';
import type { RouteQuestion, SkippedRouter } from '../../routing/routeAnswer';
import { ownText, type PageCell, type PageRow, type PageSectionSource, untrustedText } from '../page';
import { pageSection } from '../pageContent';
import { linkedName } from '../requestFlow';

/** The routers that were not asked, by why; undefined where all were. */
export function passedSection(
  title: string,
  passed: readonly SkippedRouter[],
  question: RouteQuestion,
  most: number,
): { readonly section: PageSectionSource; readonly isCut: boolean } | undefined {
  if (passed.length === 0) return undefined;
  const rows: PageRow[] = [];
  let isCut = false;
  for (const why of order) {
    const group = passed.filter((one) => one.why === why);
    if (group.length === 0) continue;
    const shown = Math.min(most, shortOf[why]);
    rows.push({ cells: [[ownText(`${reasonOf(why, question)} (${numberText(group.length)})`, 'label')]] });
    const limit = Number.isFinite(most) ? shown : group.length;
    for (const one of group.slice(0, limit)) rows.push({ indent: 1, cells: [[linkedName(one.router)], wordsOf(one)] });
    if (group.length > limit) {
      isCut = true;
      rows.push({ indent: 1, cells: [[ownText(`and ${numberText(group.length - limit)} more`, 'faint')]] });
    }
  }
  return { section: pageSection(title, rows), isCut };
}

/** What may be a mistake comes first. */
const order = [
  'disabled',
  'badRule',
  'tls',
  'otherEntryPoint',
  'nested',
] as const satisfies readonly SkippedRouter['why'][];

/** How many of each are named: what is only elsewhere is many, and nobody’s mistake. */
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
      return 'Disabled by Traefik because of an error';
    case 'badRule':
      return 'Rule that Traefik cannot parse';
    case 'tls':
      return isTls ? 'Only without TLS' : 'Only with TLS';
    case 'otherEntryPoint':
      return 'On other entry points';
    case 'nested':
      return 'Nested, and asked only by the routers that they are nested in';
  }
}

function wordsOf({ router, why, detail }: SkippedRouter): PageCell {
  switch (why) {
    case 'disabled':
      return [untrustedText(detail ?? router.errors[0] ?? 'no reason is told', { look: 'bad' })];
    case 'badRule':
      return [untrustedText(detail ?? 'it has no rule', { look: 'bad' })];
    case 'otherEntryPoint':
      return [untrustedText(entryPointsOf(router).join(', ') || 'on none')];
    case 'nested':
      return [ownText('in '), untrustedText((router.parentRefs ?? []).join(', '))];
    case 'tls':
      return [ruleWords(router)];
  }
}

function ruleWords({ rule }: Router) {
  return rule === undefined ? ownText('no rule', 'faint') : untrustedText(rule);
}
