import * as l10n from '@vscode/l10n';
import { quoted, quotedList } from '../../base/text/quoted';
import { type ConfigProblem, objectProblem, type ProblemCode } from '../model/configProblem';
import { type Declaration, type DeclaredKind, type DeclaredProtocol, objectKey } from '../model/declaration';
import { isNearName } from '../names/nearName';
import { normalizeName, splitQualifiedName } from '../names/objectNames';
import { isAllMarked } from '../source/markedHoles';
import { isKnown, type PlacedText, unknownPart } from '../source/placedText';
import { defaultRuleOf } from './defaultRule';
import { type BuiltUnit, defaultRuleTemplate, type LabelUnit, type ProviderFacts } from './labelUnit';

/**
 * Gives routers their default rule and service (pkg/provider/configuration.go). Routers for which there is none are
 * lost: they stay as declarations that are `broken`.
 */
export function linkRouters(unit: LabelUnit, declared: readonly Declaration[], facts: ProviderFacts): BuiltUnit {
  const problems: ConfigProblem[] = [];
  const servicesOf = (wanted: DeclaredProtocol) => {
    const services = declared.filter(({ kind, protocol }) => kind === 'service' && protocol === wanted);
    return { services, names: quotedList(services.map(({ name }) => splitQualifiedName(name).own).sort()) };
  };
  const byProtocol = { http: servicesOf('http'), tcp: servicesOf('tcp'), udp: servicesOf('udp') };
  const declarations = declared.map((one) => {
    if (one.kind !== 'router' || one.router === undefined) return one;
    const { services, names } = byProtocol[one.protocol];
    const rule = ruleOf(unit, one, facts, problems);
    const near = one.router.rule === undefined && rule !== 'lost' ? nearRouter(one, declared) : undefined;
    if (near !== undefined) problems.push(noRuleOfItsOwn(one, near));
    const [service] = services;
    const isAmbiguous = one.router.service === undefined && services.length > 1;
    if (isAmbiguous) problems.push(ambiguous(one, names));
    const isLost = isAmbiguous || rule === 'lost';
    const linked =
      one.router.service ??
      (service && { ...service.at, value: splitQualifiedName(service.name).own, places: 'none' as const });
    return {
      ...one,
      absent: isLost ? ('broken' as const) : undefined,
      router: { ...one.router, rule: rule === 'lost' ? undefined : rule, service: isAmbiguous ? undefined : linked },
      content: `${one.content} ${rule === 'lost' ? '' : rule?.value} ${linked?.value}`,
    };
  });
  return { declarations, problems };
}

function ruleOf(
  unit: LabelUnit,
  one: Declaration,
  facts: ProviderFacts,
  problems: ConfigProblem[],
): PlacedText | undefined | 'lost' {
  const rule = one.router?.rule;
  if (rule !== undefined || one.protocol === 'udp') return rule;
  if (one.protocol === 'tcp') {
    problems.push(lost(one, 'rule.missing', l10n.t('A TCP router needs a rule, such as {0}.', 'HostSNI(`*`)')));
    return 'lost';
  }
  const made = defaultRuleOf(facts.defaultRule ?? defaultRuleTemplate, {
    ...unit.names,
    labels: unit.allLabels,
    normalize: normalizeName,
  });
  if (made !== undefined && made !== '') return { ...one.at, value: made, places: 'none' };
  const words = l10n.t('The router has no rule, and the default rule of the provider gives none.');
  problems.push(lost(one, 'rule.missing', words));
  return 'lost';
}

/** Real containers have fewer routers. */
const mostCompared = 200;

/** The router with a rule whose name a router without one most likely misspells. */
function nearRouter(one: Declaration, declared: readonly Declaration[]): Declaration | undefined {
  if (one.protocol === 'udp' || one.isImplied === true || !isKnown(one.name) || declared.length > mostCompared)
    return undefined;
  const { own } = splitQualifiedName(one.name);
  return declared.find(
    ({ protocol, router, name }) =>
      protocol === one.protocol && router?.rule !== undefined && isNearName(own, splitQualifiedName(name).own),
  );
}

function noRuleOfItsOwn(one: Declaration, near: Declaration): ConfigProblem {
  const message = l10n.t(
    'The router “{0}” has no rule, so that Traefik gives it the default one. Did you mean “{1}”?',
    quoted(splitQualifiedName(one.name).own),
    quoted(splitQualifiedName(near.name).own),
  );
  return { ...lost(one, 'rule.missing', ''), severity: 'information', message };
}

function ambiguous(one: Declaration, names: string): ConfigProblem {
  const label = `traefik.${one.protocol}.routers.${splitQualifiedName(one.name).own}.service`;
  const words = l10n.t(
    'The container has several services ({0}), so the router needs the label “{1}”.',
    names,
    quoted(label),
  );
  return lost(one, 'router.service', words);
}

/** A problem because of which Traefik loses the object. */
function lost(one: Declaration, code: ProblemCode, what: string): ConfigProblem {
  return objectProblem(one, 'error', code, one.at, `${what} ${lossOf(one.kind)}`);
}

/** The loss if Traefik cannot use an object. It keeps references to one that it deletes (pkg/provider/merge.go). */
function lossOf(kind: DeclaredKind): string {
  switch (kind) {
    case 'router':
      return l10n.t('Traefik leaves the router out.');
    case 'service':
      return l10n.t('Traefik deletes the service, so that the routers that use it have none. Declare it the same.');
    case 'middleware':
      return l10n.t('Traefik deletes the middleware, which disables the routers that use it. Declare it the same.');
    default:
      return l10n.t('Traefik leaves it out. Declare it the same.');
  }
}

/** Marks objects that several units declare differently: Traefik uses none of them (pkg/provider/merge.go). */
export function mergeUnits(units: readonly BuiltUnit[]): BuiltUnit {
  const problems = units.flatMap((unit) => unit.problems);
  const declarations = units.flatMap((unit) => unit.declarations);
  /** Objects of one name that start together, and the first of those with them. */
  const groups = new Map<string, { readonly first: Declaration; readonly own: Declaration[] }>();
  // Those that always start come first: others share a name with one of them whenever they start.
  const alwaysFirst = units.toSorted(
    (one, other) => Number(one.startedWith !== undefined) - Number(other.startedWith !== undefined),
  );
  for (const { startedWith = '', declarations: own } of alwaysFirst) {
    for (const one of own) {
      if (one.absent !== undefined || !isComparable(one.name)) continue;
      const key = objectKey(one, one.name);
      const group = groups.get(key + startedWith) ?? { first: groups.get(key)?.first ?? one, own: [] };
      groups.set(key + startedWith, group);
      group.own.push(one);
    }
  }
  const duplicates = new Set<Declaration>();
  for (const { first, own } of groups.values()) {
    if (own.every((one) => one === first || isSame(first, one))) continue;
    if (own.every(({ unit }) => unit === first.unit)) continue;
    for (const one of own) {
      duplicates.add(one);
      const { own: name } = splitQualifiedName(one.name);
      const words = l10n.t('“{0}” is declared differently in several containers.', quoted(name));
      problems.push(lost(one, 'defined.twice', words));
    }
  }
  return {
    declarations: declarations.map((one) => (duplicates.has(one) ? { ...one, absent: 'duplicate' } : one)),
    problems,
  };
}

/** Whether all parts of a text are known, or marked, so that equal ones are the same. */
function isComparable(text: string): boolean {
  return isKnown(text) || isAllMarked(text);
}

/** Whether two may be the same: unknown parts may be anything. */
function isSame({ content: one = '' }: Declaration, { content: other = '' }: Declaration): boolean {
  if (isComparable(one) && isComparable(other)) return one === other;
  const [begin, otherBegin] = [one.slice(0, one.indexOf(unknownPart)), other.slice(0, other.indexOf(unknownPart))];
  if (!isKnown(one) && !isKnown(other)) return begin.startsWith(otherBegin) || otherBegin.startsWith(begin);
  return isKnown(one) ? one.startsWith(otherBegin) : other.startsWith(begin);
}
