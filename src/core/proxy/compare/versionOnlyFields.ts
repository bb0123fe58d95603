import { isObjectTree, type JsonObjectTree, jsonTreeText, stringOfTree, treeAt, treeWithout } from './jsonTree';

/**
 * Fields that some versions of Traefik fill in themselves, in every item that can have them. If only one side has such
 * a field, the other's version does not know it: that is not a difference in configuration. From `SetDefaults` of
 * pkg/config/dynamic and the recordings of 2.11 and 3.7.
 */
const filledIn: readonly (readonly string[])[] = [
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
  // Facts about the proxy.
  'version',
  'dashboardName',
].map((path) => path.split('.'));

/** Facts from a separate response, which may fail alone. */
const ofTheOverview: readonly (readonly string[])[] = [['features'], ['providers']];

/** Two trees without the fields that only one side reports, and the names of these fields. */
interface ComparableTrees {
  readonly left: JsonObjectTree;
  readonly right: JsonObjectTree;
  readonly versionOnly: readonly string[];
}

/**
 * Removes the fields that only one side reports. Two sides of the same version report the same fields.
 *
 * @param isSameVersion if false, errors that both sides have are not compared either: their wording differs
 */
export function withoutVersionOnlyFields(
  left: JsonObjectTree,
  right: JsonObjectTree,
  isSameVersion: boolean,
): ComparableTrees {
  let [one, other] = [left, right];
  const versionOnly: string[] = [];
  for (const path of [...ofTheOverview, ...(isSameVersion ? [] : filledIn)]) {
    const [a, b] = [treeAt(one, path), treeAt(other, path)];
    if ((a === undefined) === (b === undefined)) continue;
    const above = path.slice(0, -1);
    if (!isObjectTree(treeAt(one, above)) || !isObjectTree(treeAt(other, above))) continue;
    one = treeWithout(one, path);
    other = treeWithout(other, path);
    versionOnly.push(path.join('.'));
  }
  const [error, otherError] = [one.get('error'), other.get('error')];
  if (!isSameVersion && error !== undefined && otherError !== undefined && areOfSameStatus(one, other)) {
    if (jsonTreeText(error) !== jsonTreeText(otherError)) versionOnly.push('error');
    one = treeWithout(one, ['error']);
    other = treeWithout(other, ['error']);
  }
  return { left: one, right: other, versionOnly };
}

function areOfSameStatus(one: JsonObjectTree, other: JsonObjectTree): boolean {
  return stringOfTree(one.get('status')) === stringOfTree(other.get('status'));
}
