import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import type { DecodedStruct } from '../decode/decoded';
import { type ConfigProblem, renameFix } from '../model/configProblem';
import { mostProblems } from '../model/problemLimit';
import { nearestTo } from '../names/nearName';
import { isKnown, type PlacedText, rangeOf } from '../source/placedText';
import { namedSections, optionAt, sectionAt, staticEntryPointsOf, writtenAtOption } from './staticModel';

/** Names of entry points and resolvers that the static configuration uses, and does not declare: Traefik starts. */
export function referenceProblems(config: DecodedStruct): readonly ConfigProblem[] {
  const entryPoints = new Set(staticEntryPointsOf(config).map(({ name }) => name));
  const resolvers = new Set(resolverNamesOf(config));
  const problems: ConfigProblem[] = [];
  const check = (named: PlacedText | undefined, known: ReadonlySet<string>, words: (name: string) => string): void => {
    if (named === undefined || named.value === '' || !isKnown(named.value) || known.has(named.value)) return;
    if (problems.length > mostProblems) return;
    const isSought = problems.length < mostSought && known.size < mostCompared;
    const fix = isSought ? renameFix(named, nearestTo(named.value, [...known])) : undefined;
    problems.push({
      code: 'static.reference',
      severity: 'warning',
      message: words(named.value),
      range: rangeOf(named),
      fix,
    });
  };
  const noEntryPoint = (name: string): string =>
    l10n.t('There is no entry point “{0}”. Declare it below “entryPoints”.', quoted(name));
  const noResolver = (name: string): string =>
    l10n.t('There is no resolver “{0}”. Declare it below “certificatesResolvers”.', quoted(name));
  for (const { section } of namedSections(config, 'entryPoints')) {
    const to = writtenAtOption(section, 'http.redirections.entryPoint.to');
    if (to !== undefined && !/^:\d+$/.test(to.value)) check(to, entryPoints, noEntryPoint);
    check(writtenAtOption(section, 'http.tls.certResolver'), resolvers, noResolver);
  }
  for (const section of ['ping', 'metrics.prometheus']) {
    check(writtenAtOption(config, `${section}.entryPoint`), entryPoints, noEntryPoint);
  }
  for (const { section } of namedSections(config, 'certificatesResolvers')) {
    check(writtenAtOption(section, 'acme.httpChallenge.entryPoint'), entryPoints, noEntryPoint);
  }
  return problems;
}

/** Comparing a name with all others takes time: for more names, and among more, the nearest one is not searched. */
const mostSought = 100;
const mostCompared = 200;

/** The resolvers that routers can name: those with a way to get certificates. */
export function resolverNamesOf(config: DecodedStruct | undefined): readonly string[] {
  return namedSections(config, 'certificatesResolvers')
    .filter(({ section }) => sectionAt(section, 'acme') !== undefined || optionAt(section, 'tailscale') !== undefined)
    .map(({ name }) => name);
}
