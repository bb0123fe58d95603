import { compileGoPattern } from '../../proxy/rules/goPattern';
import { readRule } from '../../proxy/rules/readRule';
import { matchersIn, type RuleMatcher } from '../../proxy/rules/rule';
import { checkObjects } from '../diagnostics/checkObjects';
import type { ConfigProblem } from '../model/configProblem';
import type { Declaration } from '../model/declaration';
import type { PlacedText } from '../source/placedText';
import { readListenAddress } from '../static/listenAddress';
import { isAtLeast } from '../static/optionTypes';
import {
  defaultEntryPointsOf,
  isOptionOn,
  namedSections,
  optionAt,
  optionTexts,
  sectionAt,
  staticEntryPointsOf,
  writtenAtOption,
} from '../static/staticModel';
import { resolverNamesOf } from '../static/staticReferences';
import type { AbsenceCase } from './absenceQuestion';
import type { AbsenceCode } from './absenceReason';
import { containerDeclarations } from './dockerAbsence';
import { isSought, loadedDeclarations } from './fileAbsence';
import { nodeAt } from './fileFaults';
import { requestAbsence } from './requestAbsence';

/** Why an object that a provider has is not enabled, has another name, or gets no requests. */
export function objectAbsence(one: AbsenceCase): AbsenceCode | undefined {
  const { question } = one;
  const { sought } = question;
  const declarations = [...loadedDeclarations(one), ...containerDeclarations(one)];
  const found = declarations.find((declared) => isSought(sought, declared) && declared.absent === undefined);
  if (found === undefined) return undefined;
  if (found.router === undefined) return undefined;
  if (isReserved(found.router.priority)) return 'priorityReserved';
  const options = found.router.tls?.options?.value ?? '';
  // Traefik keeps the options called “default” without the name of their provider.
  if (/^default@/.test(options)) return 'tlsOptionsMissing';
  const context = contextOf(one);
  const problems = checkObjects(declarations, context).filter(
    ({ about, severity, code }) =>
      about?.kind === 'object' &&
      about.type === sought.kind &&
      about.protocol === sought.protocol &&
      isNamed(about.name, found.name) &&
      (severity === 'error' || code === 'ref.unknown'),
  );
  const errors = problems.filter(({ severity }) => severity === 'error');
  const codes = new Set(
    (errors.length > 0 ? errors : problems.filter(({ severity }) => severity === 'warning')).map((problem) =>
      reasonOf(problem, found, declarations, one),
    ),
  );
  if (codes.size > 1) return undefined;
  const [code] = codes;
  if (codes.size === 1) return sought.name.endsWith('@docker') ? labelReason(code) : code;
  return (
    staticReason(found, declarations, one) ??
    (question.request === undefined ? undefined : requestAbsence(found, declarations, question.request, one))
  );
}

/** The highest priorities are those of Traefik's own routers (pkg/server/router). */
const highestPriority = 2n ** 63n - 1n - 1_000n;

function isReserved(priority = ''): boolean {
  return /^\+?\d{1,20}$/.test(priority) && BigInt(priority.replace('+', '')) > highestPriority;
}

/** A router that its entry points split is reported under the names of its parts. */
function isNamed(about: string, name: string): boolean {
  return about === name || about.endsWith(`-${name}`);
}

function contextOf({ reading, version }: AbsenceCase): Parameters<typeof checkObjects>[1] {
  const entryPoints = new Map<string, 'tcp' | 'udp'>();
  const middlewares = new Map<string, readonly string[]>();
  for (const { name, address, section } of staticEntryPointsOf(reading.config)) {
    const read = readListenAddress(address);
    entryPoints.set(name, 'port' in read ? read.protocol : 'tcp');
    const own = optionTexts(section, 'http.middlewares').map(({ value }) => value);
    if (own.length > 0) middlewares.set(name, own);
  }
  const syntax = writtenAtOption(reading.config, 'core.defaultRuleSyntax')?.value;
  const isV2 = version === 'a' || syntax === 'v2';
  return {
    entryPoints,
    entryPointMiddlewares: middlewares,
    ruleSyntax: isV2 ? 'v2' : 'v3',
    plugins: new Set(namedSections(reading.config, 'experimental.plugins').map(({ name }) => name)),
    exists: (_protocol, kind, name) => {
      if (!name.endsWith('@internal')) return false;
      const own = name.replace('@internal', '');
      if (kind === 'service') return isInternalThere(own, reading.config);
      return kind === 'middleware' && !/^(?:dashboard_|redirect-)/.test(own) ? false : undefined;
    },
  };
}

/** Whether one of Traefik's own services is there (pkg/server/service/internalhandler.go). */
function isInternalThere(own: string, config: AbsenceCase['reading']['config']): boolean | undefined {
  switch (own) {
    case 'api':
      return optionAt(config, 'api') !== undefined;
    case 'dashboard':
      return optionAt(config, 'api') !== undefined && isOptionOn(config, 'api.dashboard', true);
    case 'ping':
      return optionAt(config, 'ping') !== undefined;
    case 'prometheus':
      return optionAt(config, 'metrics.prometheus') !== undefined;
    case 'rest':
      return optionAt(config, 'providers.rest') !== undefined;
    case 'acme-http':
      return namedSections(config, 'certificatesResolvers').some(
        ({ section }) => sectionAt(section, 'acme.httpChallenge') !== undefined,
      );
    case 'noop':
      return true;
    default:
      return false;
  }
}

function isAt({ range }: ConfigProblem, text: PlacedText | undefined): boolean {
  return text !== undefined && range.path === text.file.path && range.start >= text.start && range.end <= text.end;
}

function reasonOf(
  problem: ConfigProblem,
  { router, name, protocol }: Declaration,
  declarations: readonly Declaration[],
  one: AbsenceCase,
): AbsenceCode | undefined {
  const { code } = problem;
  if (code === 'router.parent') return 'parentMissing';
  if (router?.entryPoints?.some((text) => isAt(problem, text))) return 'entryPointUnknown';
  if (isAt(problem, router?.service) || code === 'router.service') {
    return referenceReason('service', router?.service, code, name, protocol, declarations, one);
  }
  const middleware = router?.middlewares.find((text) => isAt(problem, text));
  if (middleware !== undefined)
    return referenceReason('middleware', middleware, code, name, protocol, declarations, one);
  if (isAt(problem, router?.tls?.options)) {
    return isInStaticFile(one, ['tls', 'options', router?.tls?.options?.value ?? ''])
      ? 'dynamicInStatic'
      : 'tlsOptionsMissing';
  }
  switch (code) {
    case 'rule.syntax':
    case 'rule.missing':
    case 'rule.newline':
    case 'rule.legacy':
      return ruleReason(router, protocol, one);
    case 'router.tls':
      return 'tlsNeeded';
    case 'ref.unknown':
      return 'entryPointMiddlewareMissing';
    case 'object.value':
      return 'priorityReserved';
    default:
      return undefined;
  }
}

/** A rule that the other major version would read is written for that. */
function ruleReason(
  router: Declaration['router'],
  protocol: Declaration['protocol'],
  { version, reading }: AbsenceCase,
): AbsenceCode | undefined {
  const written = router?.ruleSyntax?.value ?? '';
  if (version !== 'a' && written !== '' && !/^v[23]$/.test(written)) return 'ruleSyntaxUnknown';
  const byDefault = writtenAtOption(reading.config, 'core.defaultRuleSyntax')?.value ?? 'v3';
  const isV2 = version === 'a' || (written === '' ? byDefault : written) === 'v2';
  const syntax = isV2 ? 'v3' : 'v2';
  const text = router?.rule?.value ?? '';
  const other = protocol === 'udp' || text === '' ? undefined : readRule(text, { protocol, syntax });
  if (other?.kind !== 'rule' || matchersIn(other.root).some(hasWrongPattern)) return 'ruleError';
  if (!isV2) return 'ruleOfV2';
  return version === 'a' ? 'ruleOfV3' : undefined;
}

function hasWrongPattern({ name, values }: RuleMatcher): boolean {
  // Those of Traefik 2 have parts in braces that are no expressions.
  const isPattern = /Regexp$/i.test(name) && !values.some((value) => value.includes('{'));
  return isPattern && compileGoPattern(values.at(-1) ?? '') === undefined;
}

function isInStaticFile({ reading }: AbsenceCase, path: readonly string[]): boolean {
  return reading.file !== undefined && nodeAt(reading.file, path) !== undefined;
}

function referenceReason(
  kind: 'service' | 'middleware',
  named: PlacedText | undefined,
  code: ConfigProblem['code'],
  name: string,
  protocol: Declaration['protocol'],
  declarations: readonly Declaration[],
  one: AbsenceCase,
): AbsenceCode | undefined {
  const value = named?.value ?? '';
  const provider = name.slice(name.lastIndexOf('@'));
  const full = value.includes('@') ? value : value + provider;
  const own = full.slice(0, full.lastIndexOf('@'));
  const same = declarations.filter((other) => other.kind === kind && other.name === full);
  if (same.some((other) => other.protocol !== protocol) && same.every((other) => other.protocol !== protocol))
    return 'wrongProtocol';
  if (same.filter((other) => other.protocol === protocol).length > 1) return 'nameClash';
  const isNull = one.question.world.files.some((file) => {
    if (!/\.(?:ya?ml|toml)$/i.test(file.path)) return false;
    const node = nodeAt(file, [protocol, `${kind}s`, own]);
    return node?.kind === 'scalar' && node.type === 'null';
  });
  if (isNull && full.endsWith('@file')) return 'nullBody';
  if (same.length === 0 && isInStaticFile(one, [protocol, `${kind}s`, own])) return 'dynamicInStatic';
  if (value === '') return kind === 'service' ? 'serviceMissing' : undefined;
  const isMissing = code === 'ref.unknown' && lacksMember(kind, full, protocol, declarations);
  if (kind === 'middleware') return isMissing || code === 'ref.cycle' ? 'middlewareMissing' : 'middlewareBroken';
  return isMissing || code === 'router.service' ? 'serviceMissing' : 'serviceBroken';
}

/** Whether an object, or a member of it at any level, is not declared. */
function lacksMember(
  kind: 'service' | 'middleware',
  name: string,
  protocol: Declaration['protocol'],
  declarations: readonly Declaration[],
): boolean {
  const left = [name];
  const seen = new Set<string>();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const found = declarations.find((one) => one.kind === kind && one.protocol === protocol && one.name === next);
    if (found === undefined) return true;
    const provider = next.slice(next.lastIndexOf('@'));
    const members = kind === 'service' ? (found.service?.children ?? []) : (found.middleware?.middlewares ?? []);
    for (const { value } of members) left.push(value.includes('@') ? value : value + provider);
  }
  return false;
}

/** Of labels, all names without an object have one cure, and so have all wrong values. */
function labelReason(code: AbsenceCode | undefined): AbsenceCode | undefined {
  switch (code) {
    case 'serviceMissing':
    case 'middlewareMissing':
    case 'entryPointUnknown':
    case 'tlsOptionsMissing':
      return 'labelReference';
    case 'middlewareBroken':
    case 'serviceBroken':
      return 'labelError';
    case 'entryPointMiddlewareMissing':
      return code;
    default:
      return undefined;
  }
}

/** What the static configuration does to a router without a fault. */
function staticReason(
  { router, protocol, name }: Declaration,
  declarations: readonly Declaration[],
  { question, reading, version }: AbsenceCase,
): AbsenceCode | undefined {
  const { config } = reading;
  const { entryPoint } = question.sought;
  const defaults = protocol === 'udp' ? [] : defaultEntryPointsOf(config);
  const names = router?.entryPoints?.map(({ value }) => value);
  if (names === undefined && protocol !== 'udp' && defaults.length === 0) return 'notDefaultEntryPoint';
  const on = names ?? defaults;
  if (entryPoint !== undefined && names === undefined && !on.includes(entryPoint)) return 'notDefaultEntryPoint';
  const sections = new Map(staticEntryPointsOf(config).map((one) => [one.name, one.section]));
  const hasModels = writtenAtOption(config, 'core.defaultRuleSyntax') !== undefined && version !== 'a';
  const hasModel = (one: string): boolean => {
    const section = sections.get(one);
    return (
      hasModels ||
      optionTexts(section, 'http.middlewares').length > 0 ||
      sectionAt(section, 'http.tls') !== undefined ||
      sectionAt(section, 'http.encodedCharacters') !== undefined ||
      (isAtLeast(version, 3) && sectionAt(section, 'observability') !== undefined)
    );
  };
  const isSplit = protocol === 'http' && on.length > 1 && (router?.parentRefs.length ?? 0) === 0;
  if (isSplit && (on.every(hasModel) || (entryPoint !== undefined && hasModel(entryPoint))))
    return 'renamedByEntryPoint';
  const tlsOf = (one: string) => sectionAt(sections.get(one), 'http.tls');
  if (protocol !== 'http') return undefined;
  const provider = name.slice(name.lastIndexOf('@'));
  const isMissing = (one: string): boolean => {
    const written = writtenAtOption(tlsOf(one), 'options')?.value ?? '';
    if (written === '' || written === 'default') return false;
    const full = written.includes('@') ? written : written + provider;
    return !declarations.some(({ kind, name: other }) => kind === 'tlsOptions' && other === full);
  };
  // Without TLS of its own, a router has that of its entry points.
  const isTheirs = router?.tls === undefined;
  if (isTheirs && on.some(isMissing)) return 'tlsOptionsMissing';
  const own = resolverOf(question, name, protocol);
  const theirs = isTheirs ? on.flatMap((one) => writtenAtOption(tlsOf(one), 'certResolver')?.value ?? []) : [];
  const resolvers = own === undefined ? theirs : [own];
  const known = resolverNamesOf(config);
  if (resolvers.some((one) => one !== '' && !known.includes(one))) {
    return name.endsWith('@docker') ? 'labelReference' : 'resolverUnknown';
  }
  return undefined;
}

/** The resolver that a router names: readers of objects do not keep it. */
function resolverOf(
  { world, containers = [] }: AbsenceCase['question'],
  name: string,
  protocol: string,
): string | undefined {
  const own = name.slice(0, name.lastIndexOf('@'));
  const label = `traefik.${protocol}.routers.${own}.tls.certresolver`.toLowerCase();
  if (name.endsWith('@docker')) {
    return containers.flatMap(({ labels }) => labels).find(({ key }) => key.value.toLowerCase() === label)?.value.value;
  }
  for (const file of world.files) {
    const tls = nodeAt(file, [protocol, 'routers', own]);
    const node =
      tls?.kind === 'map' ? tls.entries.find(({ key }) => key.text.toLowerCase() === 'tls')?.value : undefined;
    const found =
      node?.kind === 'map' ? node.entries.find(({ key }) => key.text.toLowerCase() === 'certresolver') : undefined;
    if (found?.value.kind === 'scalar') return found.value.text;
  }
  return undefined;
}
