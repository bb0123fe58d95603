import { checkObjects } from '../diagnostics/checkObjects';
import type { ConfigProblem } from '../model/configProblem';
import type { Declaration } from '../model/declaration';
import type { PlacedText } from '../source/placedText';
import { entryPointsOf, defaultEntryPointsOf, isOn, namedSections, sectionAt, textsAt, writtenAtOption, optionAt } from '../static/staticModel';
import { readListenAddress } from '../static/listenAddress';
import { isAtLeast } from '../static/optionTypes';
import { resolverNamesOf } from '../static/staticReferences';
import type { AbsenceCode } from './absenceReason';
import { containerDeclarations } from './dockerAbsence';
import { isSought, loadedDeclarations } from './fileAbsence';
import { nodeAt } from './fileFaults';
import { requestAbsence } from './requestAbsence';
import type { AbsenceCase } from './absenceCase';

/** Why an object that a provider has is not enabled, has another name, or gets no requests. */
export function objectAbsence(one: AbsenceCase): AbsenceCode | undefined {
  const { question } = one;
  const { sought } = question;
  const declarations = [...loadedDeclarations(one), ...containerDeclarations(one)];
  const found = declarations.find((declared) => isSought(sought, declared) && declared.absent === undefined);
  if (found === undefined) return undefined;
  if (found.router === undefined) return undefined;
  const context = contextOf(one);
  const problems = checkObjects(declarations, context).filter(
    ({ about, severity, code }) =>
      about?.kind === 'object' && about.type === sought.kind && about.protocol === sought.protocol && isNamed(about.name, found.name) &&
      (severity === 'error' || code === 'ref.unknown'),
  );
  const errors = problems.filter(({ severity }) => severity === 'error');
  const codes = new Set((errors.length > 0 ? errors : problems.filter(({ severity }) => severity === 'warning')).map((problem) => reasonOf(problem, found, declarations, one)));
  if (codes.size > 1) return undefined;
  const [code] = codes;
  if (codes.size === 1) return sought.name.endsWith('@docker') ? labelReason(code) : code;
  return (
    staticReason(found, one) ??
    (question.request === undefined ? undefined : requestAbsence(found, declarations, question.request, one))
  );
}

/** A router that its entry points split is reported under the names of its parts. */
function isNamed(about: string, name: string): boolean {
  return about === name || about.endsWith(`-${name}`);
}

function contextOf({ reading, version }: AbsenceCase): Parameters<typeof checkObjects>[1] {
  const entryPoints = new Map<string, 'tcp' | 'udp'>();
  const middlewares = new Map<string, readonly string[]>();
  for (const { name, address, section } of entryPointsOf(reading.config)) {
    const read = readListenAddress(address);
    entryPoints.set(name, 'port' in read ? read.protocol : 'tcp');
    const own = textsAt(section, 'http.middlewares').map(({ value }) => value);
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
      return kind !== 'service' || isInternalThere(name.replace('@internal', ''), reading.config);
    },
  };
}

/** Whether one of Traefik's own services is there (pkg/server/service/internalhandler.go). */
function isInternalThere(own: string, config: AbsenceCase['reading']['config']): boolean | undefined {
  switch (own) {
    case 'api':
      return optionAt(config, 'api') !== undefined;
    case 'dashboard':
      return optionAt(config, 'api') !== undefined && isOn(config, 'api.dashboard', true);
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
  if (router?.entryPoints?.some((text) => isAt(problem, text))) return 'entryPointUnknown';
  if (isAt(problem, router?.service) || code === 'router.service') {
    return referenceReason('service', router?.service, code, name, protocol, declarations, one);
  }
  const middleware = router?.middlewares.find((text) => isAt(problem, text));
  if (middleware !== undefined) return referenceReason('middleware', middleware, code, name, protocol, declarations, one);
  if (isAt(problem, router?.tls?.options)) {
    return isInStaticFile(one, ['tls', 'options', router?.tls?.options?.value ?? '']) ? 'dynamicInStatic' : 'tlsOptionsMissing';
  }
  switch (code) {
    case 'rule.syntax':
    case 'rule.missing':
    case 'rule.newline':
      return ruleReason(problem, one);
    case 'rule.legacy':
      return 'ruleOfV2';
    case 'router.tls':
      return 'tlsNeeded';
    case 'router.parent':
      return 'parentMissing';
    case 'ref.unknown':
      return 'entryPointMiddlewareMissing';
    case 'object.value':
      return 'priorityReserved';
    default:
      return undefined;
  }
}

function ruleReason({ message }: ConfigProblem, { version }: AbsenceCase): AbsenceCode | undefined {
  if (/TLS/.test(message)) return 'tlsNeeded';
  if (/Traefik 2/.test(message)) return version === 'a' ? 'ruleError' : 'ruleOfV2';
  return /Traefik 3/.test(message) && version === 'a' ? 'ruleOfV3' : 'ruleError';
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
  if (same.some((other) => other.protocol !== protocol) && same.every((other) => other.protocol !== protocol)) return 'wrongProtocol';
  if (same.filter((other) => other.protocol === protocol).length > 1) return 'nameClash';
  const isNull = one.question.world.files.some((file) => {
    if (!/\.(?:ya?ml|toml)$/i.test(file.path)) return false;
    const node = nodeAt(file, [protocol, `${kind}s`, own]);
    return node?.kind === 'scalar' && node.type === 'null';
  });
  if (isNull && full.endsWith('@file')) return 'nullBody';
  if (same.length === 0 && isInStaticFile(one, [protocol, `${kind}s`, own])) return 'dynamicInStatic';
  if (kind === 'middleware') return code === 'ref.unknown' || code === 'ref.cycle' ? 'middlewareMissing' : 'middlewareBroken';
  return code === 'ref.unknown' || code === 'router.service' ? 'serviceMissing' : 'serviceBroken';
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
    default:
      return code;
  }
}

/** What the static configuration does to a router without a fault. */
function staticReason({ router, protocol, name }: Declaration, { question, reading, version }: AbsenceCase): AbsenceCode | undefined {
  const { config } = reading;
  const { entryPoint } = question.sought;
  const defaults = protocol === 'udp' ? [] : defaultEntryPointsOf(config);
  const names = router?.entryPoints?.map(({ value }) => value);
  if (names === undefined && protocol !== 'udp' && defaults.length === 0) return 'notDefaultEntryPoint';
  const on = names ?? defaults;
  if (entryPoint !== undefined && names === undefined && !on.includes(entryPoint)) return 'notDefaultEntryPoint';
  const sections = new Map(entryPointsOf(config).map((one) => [one.name, one.section]));
  const hasModels = writtenAtOption(config, 'core.defaultRuleSyntax') !== undefined && version !== 'a';
  const hasModel = (one: string): boolean => {
    const section = sections.get(one);
    return (
      hasModels ||
      textsAt(section, 'http.middlewares').length > 0 ||
      sectionAt(section, 'http.tls') !== undefined ||
      sectionAt(section, 'http.encodedCharacters') !== undefined ||
      (isAtLeast(version, 3) && sectionAt(section, 'observability') !== undefined)
    );
  };
  const isSplit = protocol === 'http' && on.length > 1 && (router?.parentRefs.length ?? 0) === 0;
  if (isSplit && (on.every(hasModel) || (entryPoint !== undefined && hasModel(entryPoint)))) return 'renamedByEntryPoint';
  const tlsOf = (one: string) => sectionAt(sections.get(one), 'http.tls');
  const options = on.map((one) => writtenAtOption(tlsOf(one), 'options')?.value ?? '').filter((one) => one !== '');
  if (protocol === 'http' && options.length > 0 && router?.tls === undefined) return 'tlsOptionsMissing';
  const own = resolverOf(question, name, protocol);
  const resolvers = [...(own === undefined ? [] : [own]), ...on.flatMap((one) => writtenAtOption(tlsOf(one), 'certResolver')?.value ?? [])];
  const known = resolverNamesOf(config);
  if (resolvers.some((one) => one !== '' && !known.includes(one))) {
    return name.endsWith('@docker') ? 'labelReference' : 'resolverUnknown';
  }
  return undefined;
}

/** The resolver that a router names: readers of objects do not keep it. */
function resolverOf({ world, containers = [] }: AbsenceCase['question'], name: string, protocol: string): string | undefined {
  const own = name.slice(0, name.lastIndexOf('@'));
  const label = `traefik.${protocol}.routers.${own}.tls.certresolver`.toLowerCase();
  if (name.endsWith('@docker')) {
    return containers.flatMap(({ labels }) => labels).find(({ key }) => key.value.toLowerCase() === label)?.value.value;
  }
  for (const file of world.files) {
    const tls = nodeAt(file, [protocol, 'routers', own]);
    const node = tls?.kind === 'map' ? tls.entries.find(({ key }) => key.text.toLowerCase() === 'tls')?.value : undefined;
    const found = node?.kind === 'map' ? node.entries.find(({ key }) => key.text.toLowerCase() === 'certresolver') : undefined;
    if (found?.value.kind === 'scalar') return found.value.text;
  }
  return undefined;
}
