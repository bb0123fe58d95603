import { decideRule } from '../../proxy/rules/judgeRule';
import type { NormalizedRequest } from '../../proxy/rules/normalizedRequest';
import { readRule } from '../../proxy/rules/readRule';
import { bytesOf, normalizeTarget } from '../../proxy/rules/requestTarget';
import type { RuleSyntax } from '../../proxy/rules/rule';
import type { Declaration } from '../model/declaration';
import { readListenAddress } from '../static/listenAddress';
import { defaultEntryPointsOf, sectionAt, staticEntryPointsOf, writtenAtOption } from '../static/staticModel';
import type { AbsenceCase, SentRequest } from './absenceQuestion';
import type { AbsenceCode } from './absenceReason';

/**
 * Why an enabled router does not get a request: it is on another entry point, its rule does not match, or another router
 * comes before it.
 *
 * @param declarations all routers of the proxy
 * @returns undefined if no reason is certain
 */
export function requestAbsence(
  { router, protocol }: Declaration,
  declarations: readonly Declaration[],
  request: SentRequest,
  { reading, version }: AbsenceCase,
): AbsenceCode | undefined {
  if (protocol !== 'http' || router === undefined) return undefined;
  const { config } = reading;
  const asked = staticEntryPointsOf(config).find(({ address }) => {
    const read = readListenAddress(address);
    return 'port' in read && read.protocol === 'tcp' && read.port === request.port;
  });
  if (asked === undefined) return undefined;
  const isOnAsked = (one: Declaration): boolean =>
    (one.router?.entryPoints?.map(({ value }) => value) ?? defaultEntryPointsOf(config)).includes(asked.name);
  if (
    router.entryPoints === undefined || router.entryPoints.length === 0
      ? !defaultEntryPointsOf(config).includes(asked.name)
      : !router.entryPoints.some(({ value }) => value === asked.name)
  ) {
    return 'otherEntryPoint';
  }
  const redirection = 'http.redirections.entryPoint';
  if (writtenAtOption(asked.section, `${redirection}.to`) !== undefined) {
    return writtenAtOption(asked.section, `${redirection}.priority`) === undefined
      ? 'redirectedByEntryPoint'
      : undefined;
  }
  const isTls = sectionAt(asked.section, 'http.tls') !== undefined;
  if (isTls || router.tls !== undefined) return undefined;
  const isV2 = version === 'a' || writtenAtOption(config, 'core.defaultRuleSyntax')?.value === 'v2';
  const seen = normalizedRequest(request, version === 'a' ? 2 : 3);
  const matches = (one: Declaration): boolean | undefined => {
    const written = one.router?.ruleSyntax?.value;
    const syntax: RuleSyntax = version !== 'a' && (written === 'v2' || written === 'v3') ? written : isV2 ? 'v2' : 'v3';
    const rule = readRule(one.router?.rule?.value ?? '', { protocol: 'http', syntax });
    if (rule.kind === 'fault' || seen === undefined) return undefined;
    const result = decideRule(rule, seen);
    return typeof result === 'boolean' ? result : undefined;
  };
  const own = declarations.find((one) => one.router === router);
  const isOwn = own === undefined ? undefined : matches(own);
  if (isOwn === false) return 'ruleNeverMatches';
  if (isOwn === undefined || own === undefined) return undefined;
  const others = declarations.filter(
    (one) =>
      one !== own && one.kind === 'router' && one.protocol === 'http' && one.absent === undefined && isOnAsked(one),
  );
  const isBefore = (one: Declaration): boolean => priorityOf(one) > priorityOf(own);
  return others.some((one) => isBefore(one) && one.router?.tls === undefined && matches(one) === true)
    ? 'shadowed'
    : undefined;
}

/** The length of the rule in bytes, unless it has a priority. */
function priorityOf({ router }: Declaration): bigint {
  const written = router?.priority ?? '';
  const own = /^[-+]?\d{1,20}$/.test(written) ? BigInt(written.replace('+', '')) : 0n;
  return own === 0n ? BigInt(bytesOf(router?.rule?.value ?? '').length) : own;
}

function normalizedRequest(
  { host, path, headers = new Map() }: SentRequest,
  version: 2 | 3,
): NormalizedRequest | undefined {
  const target = normalizeTarget(bytesOf(path), { isCleaned: true, keepsSemicolons: false });
  if ('refused' in target) return undefined;
  return {
    ...target,
    kind: 'http',
    method: 'GET',
    host: host.toLowerCase(),
    sentHost: host,
    headers: new Map([...headers].map(([name, value]) => [name, [value]])),
    unsureHeaders: new Set(),
    version,
    clientIp: undefined,
    hasWildcards: undefined,
    isStarEveryHost: undefined,
  };
}
