import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { wordsOfFault } from '../decode/faultWords';
import { isGoDuration } from '../decode/goValues';
import { type ConfigNode, valueIn } from '../source/configNode';
import { isKnown, type PlacedText, placedAt } from '../source/placedText';

/** Durations of a service that Traefik parses to make servers of it (buildServersLB in crd/kubernetes_http.go). */
const ofService = [
  ...['interval', 'unhealthyInterval', 'timeout'].map((key) => ['healthCheck', key]),
  ['passiveHealthCheck', 'failureWindow'],
  ['responseForwarding', 'flushInterval'],
];
/** Of a middleware, those whose faults lose it (createRateLimitMiddleware and similar ones in crd/kubernetes.go). */
const ofMiddleware = [
  ['rateLimit', 'period'],
  ...['dialTimeout', 'readTimeout', 'writeTimeout'].map((key) => ['rateLimit', 'redis', key]),
  ...['initialInterval', 'timeout'].map((key) => ['retry', key]),
  ...['checkPeriod', 'fallbackDuration', 'recoveryDuration'].map((key) => ['circuitBreaker', key]),
];
/** parseServiceProtocol in crd/kubernetes_http.go */
const schemes = ['', 'http', 'https', 'h2c'];

/** A value that Traefik cannot read, and why. */
interface CrdValueFault {
  readonly at: PlacedText;
  readonly message: string;
}

/** Of a service of Kubernetes, the fault that loses the route that refers to it. */
export function serviceValueFault(node: ConfigNode): CrdValueFault | undefined {
  const scheme = placedAtPath(node, ['scheme']);
  if (scheme !== undefined && !schemes.includes(scheme.value)) {
    return {
      at: scheme,
      message: l10n.t('“{0}” is not a scheme of servers. Write http, https, or h2c.', quoted(scheme.value)),
    };
  }
  return durationFault(node, ofService);
}

/** Of a middleware, the fault that loses it. */
export function middlewareValueFault(spec: ConfigNode | undefined): CrdValueFault | undefined {
  return spec === undefined ? undefined : durationFault(spec, ofMiddleware);
}

function durationFault(node: ConfigNode, paths: readonly (readonly string[])[]): CrdValueFault | undefined {
  const at = paths
    .map((path) => placedAtPath(node, path))
    .find((value) => value !== undefined && value.value !== '' && !isGoDuration(value.value));
  return at && { at, message: wordsOfFault({ kind: 'duration', at }) };
}

/** A written and known value. */
function placedAtPath(node: ConfigNode, path: readonly string[]): PlacedText | undefined {
  const found = path.reduce<ConfigNode | undefined>((one, key) => valueIn(one, key), node);
  if (found?.kind !== 'scalar' || found.type === 'null' || !isKnown(found.text)) return undefined;
  return placedAt(found, found.text);
}
