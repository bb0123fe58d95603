import type { ConfigProblem, ReadConfig } from '../../src/core/config/model/configProblem';
import type { Declaration } from '../../src/core/config/model/declaration';
import { unknownPart } from '../../src/core/config/source/placedText';
import type { DeclaredCase, ExpectedObject } from './cases';

/** How a reading compares with what Traefik did. */
export interface Judgement {
  /** What differs; empty if the case is met. */
  readonly differences: readonly string[];
  /** Errors of the API with a problem at their object. */
  readonly foretold: number;
  readonly missed: readonly string[];
  /** Errors where Traefik lost and reported nothing. */
  readonly cries: readonly string[];
}

/**
 * @param knowing what is read with all that the context tells
 * @param blind the same without variables and project, if that is to give the recorded patterns
 */
export function judge(one: DeclaredCase, knowing: ReadConfig, blind: ReadConfig | undefined): Judgement {
  const { expected } = one;
  const errors = knowing.problems.filter(({ severity }) => severity === 'error');
  const apiErrors = expected.apiErrors ?? [];
  const isTold = ({ protocol, kind, name }: (typeof apiErrors)[number]): boolean =>
    knowing.problems.some(({ about }) => isAboutObject(about, protocol, kind, name));
  const missed = apiErrors.filter((error) => !isTold(error));
  return {
    differences: [
      ...differencesOf(expected.objects, presentIn(knowing), 'name'),
      ...(blind === undefined ? [] : differencesOf(expected.objects, presentIn(blind), 'pattern')),
      ...untoldLosses(one, errors),
      ...(isRules(one) ? statusDifferences(one, knowing.problems) : []),
    ],
    foretold: apiErrors.length - missed.length,
    missed: missed.map(({ name, error }) => `${name}: ${error.join('; ')}`),
    cries: errors
      .filter((problem) => !isTrue(problem, one) && !isLost(problem, knowing) && !isOfRouters(problem, one, knowing))
      .map(({ code, message }) => `${code}: ${message}`),
  };
}

/** Cases of one rule each. */
function isRules(one: DeclaredCase): boolean {
  return 'rule' in one;
}

function presentIn({ declarations }: ReadConfig): readonly Declaration[] {
  return declarations.filter(
    ({ absent, kind }) => absent === undefined && /^(?:router|service|middleware)$/.test(kind),
  );
}

function keyOf({
  protocol,
  kind,
  name,
}: {
  readonly protocol: string;
  readonly kind: string;
  readonly name: string;
}): string {
  return `${protocol} ${kind} ${name}`;
}

function differencesOf(
  objects: readonly ExpectedObject[],
  present: readonly Declaration[],
  by: 'name' | 'pattern',
): readonly string[] {
  const left = new Set(present);
  const differences: string[] = [];
  for (const object of objects) {
    const wanted = by === 'pattern' ? (object.pattern ?? object.name) : object.name;
    const found = present.find(
      (one) => keyOf({ ...one, name: patternOf(one.name) }) === keyOf({ ...object, name: wanted }),
    );
    const same = found ?? present.find((one) => isLike(keyOf(one), keyOf(object)));
    if (same === undefined) differences.push(`missing ${keyOf({ ...object, name: wanted })}`);
    else {
      for (const one of present) if (keyOf(one) === keyOf(same)) left.delete(one);
      differences.push(...fieldDifferences(object, same, by));
    }
  }
  // What is lost only for the value of a variable is there for who does not know it.
  if (by === 'pattern') return differences;
  for (const one of left) if (one.isConditional !== true) differences.push(`too many: ${patternOf(keyOf(one))}`);
  return differences;
}

function patternOf(text: string): string {
  return text.replace(new RegExp(`${unknownPart}+`, 'g'), '*');
}

/** Whether a text with unknown parts can be another. */
function isLike(pattern: string, text: string): boolean {
  if (!pattern.includes(unknownPart)) return pattern === text;
  const parts = pattern.split(new RegExp(`${unknownPart}+`)).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`).test(text);
}

function fieldDifferences(
  object: ExpectedObject,
  { router, name }: Declaration,
  by: 'name' | 'pattern',
): readonly string[] {
  if (object.kind !== 'router' || router === undefined) return [];
  const isBlind = by === 'pattern';
  const fields: readonly (readonly [string, string | undefined, string | undefined])[] = [
    ['rule', isBlind ? (object.rulePattern ?? object.rule) : object.rule, router.rule?.value],
    ['service', isBlind ? (object.servicePattern ?? object.service) : object.service, router.service?.value],
    ...(isBlind
      ? []
      : ([
          ['middlewares', listOf(object.middlewares), listOf(router.middlewares.map(({ value }) => value))],
          ['entryPoints', listOf(object.entryPoints), listOf(router.entryPoints?.map(({ value }) => value))],
          ['tls', object.tls === undefined ? undefined : 'on', router.tls === undefined ? undefined : 'on'],
        ] as const)),
  ];
  return fields.flatMap(([field, wanted = '', given = '']) =>
    wanted === patternOf(given) || isLike(given, wanted)
      ? []
      : [`${name} ${field}: ${JSON.stringify(wanted)}, we say ${JSON.stringify(patternOf(given))}`],
  );
}

function listOf(items: readonly string[] | undefined): string | undefined {
  return items === undefined || items.length === 0 ? undefined : JSON.stringify(items);
}

type About = ConfigProblem['about'];

function isAboutObject(about: About, protocol: string | undefined, kind: string, name: string): boolean {
  if (about?.kind !== 'object' || about.type !== kind) return false;
  return (protocol === undefined || about.protocol === protocol) && isLike(about.name, name);
}

/** Whether a problem is about what a line of Traefik's log names: `container web`, `router app`. */
function isAboutDropped(about: About, what: string, provider: string): boolean {
  const [word = '', ...rest] = what.split(' ');
  const name = rest.join(' ');
  switch (word) {
    case 'all':
      return about?.kind === 'unit';
    case 'routerName':
      return isAboutObject(about, undefined, 'router', `${name}@${provider}`);
    case 'container': {
      // Of TCP and UDP, the log names both: `container web router app`.
      const [, kind = '', ...own] = rest;
      if (kind === 'router' || kind === 'middleware')
        return isAboutObject(about, undefined, kind, `${own.join(' ')}@${provider}`);
      return isAboutUnit(about, what, name);
    }
    case 'serviceName':
      return about?.kind === 'unit' && (about.unit === what || isInstanceOf(name, about.unit.replace('service ', '')));
    case 'router':
    case 'service':
    case 'middleware':
      return isAboutObject(about, undefined, word, `${name}@${provider}`);
    default:
      return isAboutUnit(about, what, name);
  }
}

function isAboutUnit(about: About, what: string, name: string): boolean {
  return (
    about?.kind === 'unit' &&
    (about.unit === what || what.startsWith(`${about.unit} `) || name === '' || isTaskOf(name, about.unit))
  );
}

/** Whether a name is that of a service, or of an instance of it: `n1-web-id-web-0`. */
function isInstanceOf(name: string, service: string): boolean {
  return name === service || name.includes(`-${service}-id-${service}-`);
}

/** Whether a container of Swarm, `shop-web-t1`, is of a service. */
function isTaskOf(name: string, unit: string): boolean {
  return /-t\d+$/.test(name) && name.replace(/-t\d+$/, '').endsWith(`-${unit.replace('container ', '')}`);
}

function untoldLosses({ expected, context }: DeclaredCase, errors: readonly ConfigProblem[]): readonly string[] {
  const untold = expected.dropped
    .filter(({ level, what }) => level === 'error' && what !== '-')
    .filter(({ what }) => !errors.some(({ about }) => isAboutDropped(about, what, context.provider)))
    .map(({ what, why }) => `untold loss of ${what}: ${why}`);
  const isRefused = expected.accepted === false || expected.compose?.error !== undefined;
  const isTold = errors.some(({ about }) => about?.kind === 'unit');
  return isRefused && !isTold ? [...untold, `untold: all is refused ${expected.compose?.error ?? ''}`] : untold;
}

/** Whether Traefik lost or reported what an error says. */
function isTrue({ about }: ConfigProblem, { expected, context }: DeclaredCase): boolean {
  if (about === undefined) return false;
  if (about.kind === 'unit' && (expected.accepted === false || expected.compose?.error !== undefined)) return true;
  if (expected.dropped.some(({ level, what }) => level === 'error' && isAboutDropped(about, what, context.provider)))
    return true;
  if ((expected.conditions ?? []).some((condition) => isRefused(condition) && isRoute(about, condition.what)))
    return true;
  const hidden = expected.apiNames?.notShown ?? [];
  if (hidden.some(([protocol, kind, name]) => isAboutObject(about, protocol, kind, name))) return true;
  return (expected.apiErrors ?? []).some(({ protocol, kind, name }) => isAboutObject(about, protocol, kind, name));
}

/**
 * Whether an error is about a service of TCP or UDP that cannot be built for one of its children: Traefik reports that of the routers that
 * lead to it only (BuildTCP and BuildUDP in pkg/server/service/{tcp,udp}/service.go return it without `AddError`).
 */
function isOfRouters({ about }: ConfigProblem, { expected }: DeclaredCase, { declarations }: ReadConfig): boolean {
  if (about?.kind !== 'object' || about.type !== 'service' || about.protocol === 'http') return false;
  const services = declarations.filter(({ kind, protocol }) => kind === 'service' && protocol === about.protocol);
  const provider = about.name.slice(about.name.indexOf('@'));
  const next = (expected.apiErrors ?? [])
    .filter(
      ({ protocol, kind, error }) => kind === 'router' && protocol === about.protocol && /service/i.test(`${error}`),
    )
    .map(({ name }) => expected.objects.find((one) => one.kind === 'router' && one.name === name)?.service ?? '');
  const seen = new Set<string>();
  for (let name = next.pop(); name !== undefined; name = next.pop()) {
    const full = name.includes('@') ? name : name + provider;
    if (full === about.name) return true;
    if (seen.has(full)) continue;
    seen.add(full);
    const children = services.find((one) => one.name === full)?.service?.children ?? [];
    next.push(...children.map(({ value }) => value));
  }
  return false;
}

/** Whether a gateway does not take a route. */
function isRefused({ type, status }: { readonly type: string; readonly status: string }): boolean {
  return type === 'Accepted' && status === 'False';
}

/** Whether a problem is about a route that a condition names: `HTTPRoute default/app`. */
function isRoute(about: About, what: string): boolean {
  const [, kind = '', namespace = '', name = ''] = /^(\w+)Route ([^/]+)\/(.+)$/.exec(what) ?? [];
  return about?.kind === 'unit' && about.unit === `${kind.toLowerCase()}_route ${name} namespace ${namespace}`;
}

/** Whether an error is about an object that is lost with its container or file: Traefik did not come to look at it. */
function isLost({ about }: ConfigProblem, { declarations }: ReadConfig): boolean {
  if (about?.kind !== 'object') return false;
  const same = declarations.filter(
    ({ protocol, kind, name }) => protocol === about.protocol && kind === about.type && name === about.name,
  );
  return same.length > 0 && same.every(({ absent }) => absent === 'broken');
}

function statusDifferences({ expected }: DeclaredCase, problems: readonly ConfigProblem[]): readonly string[] {
  return expected.objects.flatMap(({ protocol, kind, name }) => {
    if (kind !== 'router') return [];
    const status = expected.apiErrors?.find((one) => one.kind === kind && one.name === name)?.status ?? 'enabled';
    const about = problems.filter((problem) => isAboutObject(problem.about, protocol, kind, name));
    const said = about.some(({ severity }) => severity === 'error') ? 'disabled' : 'enabled';
    const isWarning = status === 'warning' && about.some(({ severity }) => severity === 'warning');
    return said === status || isWarning ? [] : [`${name} is ${status}, we say ${said}`];
  });
}
