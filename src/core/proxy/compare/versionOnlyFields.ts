import { isObjectTree, type JsonObjectTree, jsonTreeText, stringOfTree, treeAt, treeWithout } from './jsonTree';

/**
 * Fields that a Traefik fills in itself, in every item that can have them, since one version or up to another. Where one
 * side has such a field and the other does not, the other's version does not know it: that is no difference in what is
 * configured. From `SetDefaults` of pkg/config/dynamic and the recordings of 2.11 and 3.7.
 */
const FILLED_IN: readonly (readonly string[])[] = [
  'observability',
  'loadBalancer.strategy',
  'loadBalancer.passHostHeader',
  'loadBalancer.responseForwarding',
  'loadBalancer.terminationDelay',
  'loadBalancer.healthCheck.mode',
  'loadBalancer.healthCheck.interval',
  'loadBalancer.healthCheck.timeout',
  'loadBalancer.healthCheck.followRedirects',
  'loadBalancer.sticky.cookie.path',
  'loadBalancer.sticky.cookie.maxAge',
  'weighted.sticky.cookie.path',
  'mirroring.mirrorBody',
  'mirroring.maxBodySize',
  'stripPrefix.forceSlash',
  'forwardAuth.maxBodySize',
  'contentType.autoDetect',
  'retry.maxRequestBodyBytes',
  'circuitBreaker.responseCode',
  'compress.encodings',
  'http.sanitizePath',
  'http.maxHeaderBytes',
  'http.underscoreHeadersStrategy',
  'http2.maxConcurrentStreams',
  'http2.maxDecoderHeaderTableSize',
  'http2.maxEncoderHeaderTableSize',
  'udp.timeout',
  // Of the proxy itself.
  'version',
  'dashboardName',
].map((path) => path.split('.'));

/** What a proxy tells of itself in an answer of its own, which may fail alone. */
const OF_THE_OVERVIEW: readonly (readonly string[])[] = [['features'], ['providers']];

/** Two trees without what only one side tells, and the names of what that is. */
interface Told {
  readonly left: JsonObjectTree;
  readonly right: JsonObjectTree;
  readonly untold: readonly string[];
}

/**
 * Leaves out of both sides what one of them does not tell. Two of the same version tell the same.
 *
 * @param isSameVersion where it is not, errors that both have are not compared either: their wording differs
 */
export function withoutVersionOnlyFields(left: JsonObjectTree, right: JsonObjectTree, isSameVersion: boolean): Told {
  let [one, other] = [left, right];
  const untold: string[] = [];
  for (const path of [...OF_THE_OVERVIEW, ...(isSameVersion ? [] : FILLED_IN)]) {
    const [a, b] = [treeAt(one, path), treeAt(other, path)];
    if ((a === undefined) === (b === undefined)) continue;
    const above = path.slice(0, -1);
    if (!isObjectTree(treeAt(one, above)) || !isObjectTree(treeAt(other, above))) continue;
    one = treeWithout(one, path);
    other = treeWithout(other, path);
    untold.push(path.join('.'));
  }
  const [error, otherError] = [one.get('error'), other.get('error')];
  if (!isSameVersion && error !== undefined && otherError !== undefined && areOfSameStatus(one, other)) {
    if (jsonTreeText(error) !== jsonTreeText(otherError)) untold.push('error');
    one = treeWithout(one, ['error']);
    other = treeWithout(other, ['error']);
  }
  return { left: one, right: other, untold };
}

function areOfSameStatus(one: JsonObjectTree, other: JsonObjectTree): boolean {
  return stringOfTree(one.get('status')) === stringOfTree(other.get('status'));
}
