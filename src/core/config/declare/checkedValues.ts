import {
  type Decoded,
  type DecodedStruct,
  decodedText,
  entriesIn,
  structIn,
  structsIn,
  textsIn,
} from '../decode/decoded';
import { isGoBool, isGoTrue, secondsOfGo } from '../decode/goValues';
import type { CheckedValue, DeclaredKind, DeclaredProtocol, ValueForm } from '../model/declaration';
import { isKnown } from '../source/placedText';

/** The paths below middlewares that have an `IPStrategy`, and those that have a `SourceCriterion`. */
const sourceCriteria: readonly string[] = ['rateLimit.sourceCriterion', 'inFlightReq.sourceCriterion'];
export const ipStrategies: readonly string[] = [
  ...['ipAllowList.ipStrategy', 'ipWhiteList.ipStrategy'],
  ...sourceCriteria.map((path) => `${path}.ipStrategy`),
];

/** Options with plain values or lists of them, and the form that pkg/middlewares of Traefik 2.11 and 3.7 requires. */
const checkedFields: readonly (readonly [path: string, form: ValueForm])[] = [
  // auth/basic_auth.go, auth/digest_auth.go
  ['basicAuth.users', 'user'],
  ['digestAuth.users', 'digestUser'],
  // auth/forward.go
  ['forwardAuth.authResponseHeadersRegex', 'regexp'],
  // buffering/buffering.go, and buffer/options.go of github.com/vulcand/oxy
  ['buffering.maxRequestBodyBytes', 'notNegative'],
  ['buffering.memRequestBodyBytes', 'notNegative'],
  ['buffering.maxResponseBodyBytes', 'notNegative'],
  ['buffering.memResponseBodyBytes', 'notNegative'],
  ['buffering.retryExpression', 'retryExpression'],
  // circuitbreaker/circuit_breaker.go, and cbreaker/predicates.go of github.com/vulcand/oxy
  ['circuitBreaker.expression', 'breakerExpression'],
  // compress/compress.go
  ['compress.excludedContentTypes', 'mediaType'],
  ['compress.includedContentTypes', 'mediaType'],
  ['compress.encodings', 'encoding'],
  // customerrors/custom_errors.go, and pkg/types/http_code_range.go
  ['errors.status', 'statusRange'],
  // headers/header.go
  ['headers.accessControlAllowOriginListRegex', 'regexp'],
  // ipallowlist/ip_allowlist.go, ipwhitelist/ip_whitelist.go, and those of the same names in tcp/
  ['ipAllowList.sourceRange', 'cidr'],
  ['ipAllowList.rejectStatusCode', 'statusCode'],
  ['ipWhiteList.sourceRange', 'cidr'],
  // ratelimiter/rate_limiter.go
  ['rateLimit.period', 'notNegative'],
  // redirect/redirect.go
  ['redirectRegex.regex', 'regexp'],
  // replacepathregex/replace_path_regex.go
  ['replacePathRegex.regex', 'regexp'],
  // retry/retry.go
  ['retry.status', 'statusRange'],
  // stripprefixregex/strip_prefix_regex.go
  ['stripPrefixRegex.regex', 'regexp'],
  // IPStrategy.Get in pkg/config/dynamic/middlewares.go
  ...ipStrategies.map((path) => [`${path}.ipv6Subnet`, 'ipv6Subnet'] as const),
];

/** Options of which one is required. */
const neededFields: readonly (readonly [type: string, ...fields: readonly string[]])[] = [
  // addprefix/add_prefix.go
  ['addPrefix', 'prefix'],
  // auth/basic_auth.go
  ['basicAuth', 'users', 'usersFile'],
  // circuitbreaker/circuit_breaker.go: an empty text is no expression
  ['circuitBreaker', 'expression'],
  // customerrors/custom_errors.go builds its service
  ['errors', 'service'],
  // ipallowlist/ip_allowlist.go, ipwhitelist/ip_whitelist.go, and those of the same names in tcp/
  ['ipAllowList', 'sourceRange'],
  ['ipWhiteList', 'sourceRange'],
  // redirect/redirect_scheme.go
  ['redirectScheme', 'scheme'],
  // retry/retry.go
  ['retry', 'attempts'],
];

/** Options that exclude each other. */
const exclusiveFields: readonly (readonly [path: string, one: string, other: string])[] = [
  // compress/compress.go
  ['compress', 'excludedContentTypes', 'includedContentTypes'],
  // GetSourceExtractor in extractor.go
  ...sourceCriteria.flatMap((path) => [
    [path, 'ipStrategy', 'requestHeaderName'] as const,
    [path, 'ipStrategy', 'requestHost'] as const,
    [path, 'requestHeaderName', 'requestHost'] as const,
  ]),
];

/**
 * The values of a service, a middleware, or of TLS options that Traefik checks only when a router uses them
 * (pkg/middlewares, pkg/tls): a wrong one disables the router.
 */
export function checkedValuesOf(
  value: DecodedStruct,
  protocol: DeclaredProtocol,
  kind: DeclaredKind,
): readonly CheckedValue[] {
  if (kind === 'service' && protocol === 'http') {
    const servers = structsIn(structIn(value, 'loadBalancer'), 'servers');
    // loadbalancer/mirror/mirror.go
    const mirrors = structsIn(structIn(value, 'mirroring'), 'mirrors');
    return [
      ...servers.flatMap((server) => checkedValuesAt(server, 'port', 'port')),
      ...mirrors.flatMap((mirror) => checkedValuesAt(mirror, 'percent', 'percent')),
    ];
  }
  if (kind === 'tlsOptions') {
    return [
      ...checkedValuesAt(value, 'cipherSuites', 'cipherSuite'),
      ...checkedValuesAt(value, 'curvePreferences', 'curve'),
      ...checkedValuesAt(value, 'clientAuth.clientAuthType', 'clientAuthType'),
      ...authorities(structIn(value, 'clientAuth')),
    ];
  }
  if (kind !== 'middleware') return [];
  const needed = neededFields.flatMap(([type, ...fields]): readonly CheckedValue[] => {
    const body = structIn(value, type);
    const isThere = fields.some((field) => hasValue(body, field));
    return body === undefined || isThere ? [] : [{ form: 'missing', text: body.key, options: [type, ...fields] }];
  });
  return [
    ...checkedFields.flatMap(([path, form]) => checkedValuesAt(value, path, form)),
    ...needed,
    ...exclusiveFields.flatMap(([path, one, other]) => bothOf(bodyIn(value, path), one, other)),
    ...ipStrategies.flatMap((path) => excludedAddresses(bodyIn(value, path))),
    ...defaultEncoding(structIn(value, 'compress')),
    // customerrors/custom_errors.go
    ...entriesIn(structIn(value, 'errors'), 'statusRewrites').map(
      ({ key }) => ({ form: 'statusKey', text: key }) as const,
    ),
    ...headersWithoutEffect(structIn(value, 'headers')),
    ...retryOfNothing(structIn(value, 'retry')),
    ...entriesIn(value, 'plugin').map(({ key }) => ({ form: 'plugin', text: key }) as const),
  ];
}

/** Certificates that verify a client's certificate (buildTLSConfig in pkg/tls/tlsmanager.go). */
function authorities(body: DecodedStruct | undefined): readonly CheckedValue[] {
  const type = decodedText(body, 'clientAuthType');
  const isVerified = /^(?:VerifyClientCertIfGiven|RequireAndVerifyClientCert)$/.test(type?.value ?? '');
  if (type === undefined || !isVerified || textsIn(body, 'caFiles').length > 0) return [];
  return [{ form: 'missing', text: type, options: ['clientAuth', 'caFiles'] }];
}

function hasValue(body: DecodedStruct | undefined, field: string): boolean {
  const text = decodedText(body, field);
  return (
    textsIn(body, field).length > 0 || (text !== undefined && !/^[-+]?0*$/.test(text.value) && !/^-\d/.test(text.value))
  );
}

function bothOf(body: DecodedStruct | undefined, one: string, other: string): readonly CheckedValue[] {
  const [first, second] = [body?.fields.get(one), body?.fields.get(other)];
  if (first === undefined || second === undefined || !isOn(first) || !isOn(second)) return [];
  const last = second.key.start > first.key.start ? second : first;
  return [{ form: 'excludes', text: last.key, options: [one, other] }];
}

/** They count only without a depth. */
function excludedAddresses(body: DecodedStruct | undefined): readonly CheckedValue[] {
  return (numberIn(body, 'depth') ?? 0) > 0 ? [] : checkedValuesAt(body, 'excludedIPs', 'cidr');
}

/** compress/compress.go */
function defaultEncoding(body: DecodedStruct | undefined): readonly CheckedValue[] {
  const wanted = decodedText(body, 'defaultEncoding');
  const written = textsIn(body, 'encodings').map(({ value }) => value);
  const encodings = written.length === 0 ? knownEncodings : written;
  if (wanted === undefined || !encodings.every(isKnown) || encodings.includes(wanted.value)) return [];
  return [{ form: 'defaultEncoding', text: wanted, options: encodings }];
}

/** The encodings of `compress` without `encodings` (SetDefaults in pkg/config/dynamic/middlewares.go). */
export const knownEncodings: readonly string[] = ['gzip', 'br', 'zstd'];

/** Options that count if present, whatever their value, in Traefik 3. */
const byPresence: ReadonlySet<string> = new Set(['stsSeconds', 'accessControlMaxAge']);

/** headers/headers.go: HasSecureHeadersDefined and similar functions in pkg/config/dynamic. */
function headersWithoutEffect(body: DecodedStruct | undefined): readonly CheckedValue[] {
  if (body === undefined) return [];
  for (const [name, field] of body.fields) {
    if (byPresence.has(name) || isOn(field) || !allKnown(field)) return [];
  }
  return [{ form: 'headers', text: body.key }];
}

/** retry/retry.go */
function retryOfNothing(body: DecodedStruct | undefined): readonly CheckedValue[] {
  const isOff = isGoTrue(decodedText(body, 'disableRetryOnNetworkError')?.value ?? '');
  if (body === undefined || !isOff || textsIn(body, 'status').length > 0) return [];
  return [{ form: 'missing', text: body.key, options: ['retry', 'status'] }];
}

/** The options at a path such as `rateLimit.sourceCriterion`. */
export function bodyIn(from: DecodedStruct | undefined, path: string): DecodedStruct | undefined {
  return path.split('.').reduce<DecodedStruct | undefined>((body, name) => structIn(body, name), from);
}

/** The plain values at a path, each with its required form. */
export function checkedValuesAt(
  from: DecodedStruct | undefined,
  path: string,
  form: ValueForm,
): readonly CheckedValue[] {
  const end = path.lastIndexOf('.');
  const [body, field] = end < 0 ? [from, path] : [bodyIn(from, path.slice(0, end)), path.slice(end + 1)];
  const text = decodedText(body, field);
  return [...textsIn(body, field), ...(text === undefined ? [] : [text])].map((one) => ({
    form,
    text: one,
    options: [field],
  }));
}

/** Whether an option is certainly present and not off. */
export function isOn(value: Decoded | undefined): boolean {
  if (value === undefined || !allKnown(value)) return false;
  switch (value.kind) {
    case 'struct':
    case 'raw':
      return true;
    case 'map':
      return value.entries.size > 0;
    case 'list':
    case 'texts':
      return value.items.length > 0;
    case 'text':
      return isGoBool(value.text.value) ? isGoTrue(value.text.value) : value.text.value !== '';
  }
}

/** Whether no part of a plain value, or of a list of these, is a variable. */
function allKnown(value: Decoded): boolean {
  if (value.kind === 'text') return isKnown(value.text.value);
  return value.kind !== 'texts' || value.items.every((item) => isKnown(item.value));
}

/** The seconds of a duration, or a number; undefined if absent or unknown. */
export function numberIn(body: DecodedStruct | undefined, field: string): number | undefined {
  const text = decodedText(body, field)?.value;
  return text === undefined || !isKnown(text) ? undefined : secondsOfGo(text);
}
