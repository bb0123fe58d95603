import { type DecodedStruct, decodedText, structIn, structsIn, textsIn } from '../decode/decoded';
import type { CheckedValue, DeclaredKind, DeclaredProtocol, ValueForm } from '../model/declaration';
import { isKnown } from '../source/placedText';
import { bodyIn, checkedValuesAt, ipStrategies, isOn, numberIn } from './checkedValues';

/** Values that Traefik accepts, but that do nothing or refuse every request: pkg/middlewares of 2.11 and 3.7. */
const doubtfulFields: readonly (readonly [path: string, form: ValueForm])[] = [
  // auth/basic_auth.go, with CheckSecret of github.com/abbot/go-http-auth
  ['basicAuth.users', 'passwordHash'],
  // auth/digest_auth.go: the secret is the HA1 of RFC 7616
  ['digestAuth.users', 'digestHash'],
  // auth/forward.go requests this URL for each request
  ['forwardAuth.address', 'authAddress'],
  // circuitbreaker/circuit_breaker.go
  ['circuitBreaker.checkPeriod', 'positive'],
  ['circuitBreaker.fallbackDuration', 'positive'],
  ['circuitBreaker.recoveryDuration', 'positive'],
  // redirect/redirect_scheme.go makes a URL of them
  ['redirectScheme.scheme', 'scheme'],
  ['redirectScheme.port', 'redirectPort'],
  // stripprefix/strip_prefix.go compares them with a path
  ['stripPrefix.prefixes', 'pathPrefix'],
];

/** Health checks: pkg/healthcheck/healthcheck.go and healthcheck_tcp.go. */
const healthChecks = ['interval', 'unhealthyInterval', 'timeout'].map((field) => `loadBalancer.healthCheck.${field}`);

/** TLS options: buildTLSConfig in pkg/tls/tlsmanager.go ignores versions that it does not know. */
const versions = ['minVersion', 'maxVersion'];

/** Without one of these options, a middleware does nothing. */
const idleFields: readonly (readonly [type: string, ...fields: readonly string[]])[] = [
  // chain/chain.go
  ['chain', 'middlewares'],
  // customerrors/custom_errors.go
  ['errors', 'status'],
  // passtlsclientcert/pass_tls_client_cert.go
  ['passTLSClientCert', 'pem', 'info'],
  // stripprefix/strip_prefix.go, stripprefixregex/strip_prefix_regex.go
  ['stripPrefix', 'prefixes'],
  ['stripPrefixRegex', 'regex'],
];

/** Limits that refuse everything if they are 0, by protocol: connlimit of github.com/vulcand/oxy, tcp/inflightconn. */
const amounts = ['inFlightReq', 'inFlightConn'];

/** Replacements, each with the expression whose groups it may name: redirect/redirect.go, replacepathregex/. */
const replacements = ['redirectRegex', 'replacePathRegex'];

/** The values of a service, middleware, or TLS options that Traefik accepts, but that do not do what is written. */
export function doubtfulValuesOf(
  value: DecodedStruct,
  protocol: DeclaredProtocol,
  kind: DeclaredKind,
): readonly CheckedValue[] {
  if (kind === 'service') {
    const servers = structsIn(structIn(value, 'loadBalancer'), 'servers');
    return [
      ...healthChecks.flatMap((path) => checkedValuesAt(value, path, 'positive')),
      // The transport of Go needs a scheme.
      ...servers.flatMap((server) => checkedValuesAt(server, 'url', 'serverUrl')),
      // server/service/tcp/service.go and udp/service.go drop a server whose address net.SplitHostPort refuses.
      ...servers.flatMap((server) => checkedValuesAt(server, 'address', 'serverAddress')),
    ];
  }
  if (kind === 'tlsOptions') return versions.flatMap((path) => checkedValuesAt(value, path, 'tlsVersion'));
  if (kind !== 'middleware') return [];
  return [
    ...doubtfulFields.flatMap(([path, form]) => checkedValuesAt(value, path, form)),
    ...idleFields.flatMap(([type, ...fields]) => idle(structIn(value, type), type, fields)),
    ...amounts.flatMap((type) => noAmount(structIn(value, type), type)),
    ...ipStrategies.flatMap((path) => ofStrategy(bodyIn(value, path))),
    ...replacements.flatMap((type) => replacement(structIn(value, type))),
    ...noAverage(structIn(value, 'rateLimit')),
    ...noAddress(structIn(value, 'forwardAuth')),
    ...ofDigest(structIn(value, 'digestAuth')),
    ...(protocol === 'tcp' ? laterTypes(value) : []),
  ];
}

function idle(body: DecodedStruct | undefined, type: string, fields: readonly string[]): readonly CheckedValue[] {
  if (body === undefined) return [];
  const mayBeThere = fields.some((field) => {
    const one = body.fields.get(field);
    return (
      isOn(one) || (one?.kind === 'text' && !isKnown(one.text.value)) || (one?.kind === 'texts' && one.items.length > 0)
    );
  });
  return mayBeThere ? [] : [{ form: 'idle', text: body.key, options: [type, ...fields] }];
}

function noAmount(body: DecodedStruct | undefined, type: string): readonly CheckedValue[] {
  if (body === undefined) return [];
  const text = decodedText(body, 'amount');
  if (text !== undefined && (!isKnown(text.value) || Number(text.value) > 0)) return [];
  return [{ form: 'amount', text: text ?? body.key, options: [type] }];
}

/** ratelimiter/rate_limiter.go: an average of 0 is no limit. */
function noAverage(body: DecodedStruct | undefined): readonly CheckedValue[] {
  if (body === undefined || body.fields.has('average')) return [];
  return [{ form: 'idle', text: body.key, options: ['rateLimit', 'average'] }];
}

/** IPStrategy.Get in pkg/config/dynamic/middlewares.go. */
function ofStrategy(body: DecodedStruct | undefined): readonly CheckedValue[] {
  const depth = numberIn(body, 'depth') ?? 0;
  const excluded = body?.fields.get('excludedIPs');
  if (depth > 0 && excluded !== undefined && isOn(excluded))
    return [{ form: 'overruled', text: excluded.key, options: ['excludedIPs', 'depth'] }];
  return depth < 0 ? checkedValuesAt(body, 'depth', 'positive') : [];
}

function replacement(body: DecodedStruct | undefined): readonly CheckedValue[] {
  const [regex, text] = [decodedText(body, 'regex'), decodedText(body, 'replacement')];
  return text === undefined
    ? []
    : [{ form: 'replacement', text, options: [regex !== undefined && isKnown(regex.value) ? regex.value : ''] }];
}

/** auth/forward.go */
function noAddress(body: DecodedStruct | undefined): readonly CheckedValue[] {
  if (body === undefined || decodedText(body, 'address') !== undefined) return [];
  return [{ form: 'authAddress', text: { ...body.key, value: '' } }];
}

/** auth/digest_auth.go finds users by their name and the realm of the middleware. */
function ofDigest(body: DecodedStruct | undefined): readonly CheckedValue[] {
  if (body === undefined) return [];
  const [users, realm] = [textsIn(body, 'users'), decodedText(body, 'realm')?.value ?? 'traefik'];
  if (users.length === 0 && decodedText(body, 'usersFile') === undefined) return [{ form: 'nobody', text: body.key }];
  return isKnown(realm) ? users.map((text) => ({ form: 'digestRealm', text, options: [realm] })) : [];
}

/** pkg/server/middleware/tcp/middlewares.go takes the last one in this order. */
const tcpTypes = ['inFlightConn', 'ipWhiteList', 'ipAllowList'];

function laterTypes(value: DecodedStruct): readonly CheckedValue[] {
  const types = tcpTypes.filter((type) => structIn(value, type) !== undefined);
  const last = types.pop();
  return types.flatMap((type) => {
    const body = structIn(value, type);
    return body === undefined || last === undefined
      ? []
      : [{ form: 'overruled', text: body.key, options: [type, last] }];
  });
}
