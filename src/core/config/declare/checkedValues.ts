import { type DecodedStruct, entriesIn, structIn, structsIn, textOf, textsIn } from '../decode/decoded';
import type { CheckedValue, DeclaredKind, DeclaredProtocol, ValueForm } from '../model/declaration';

/** Fields with plain values or lists of them, by type, and the form that they must have. */
const FIELDS: readonly (readonly [type: string, field: string, form: ValueForm])[] = [
  ['stripPrefixRegex', 'regex', 'regexp'],
  ['replacePathRegex', 'regex', 'regexp'],
  ['redirectRegex', 'regex', 'regexp'],
  ['forwardAuth', 'authResponseHeadersRegex', 'regexp'],
  ['headers', 'accessControlAllowOriginListRegex', 'regexp'],
  ['ipAllowList', 'sourceRange', 'cidr'],
  ['ipWhiteList', 'sourceRange', 'cidr'],
  ['errors', 'status', 'statusRange'],
  ['retry', 'status', 'statusRange'],
  ['compress', 'excludedContentTypes', 'mediaType'],
  ['compress', 'includedContentTypes', 'mediaType'],
  ['circuitBreaker', 'expression', 'breakerExpression'],
  ['buffering', 'retryExpression', 'retryExpression'],
  ['basicAuth', 'users', 'user'],
  ['digestAuth', 'users', 'digestUser'],
];

/** Fields of which one must be there. */
const NEEDED: readonly (readonly [type: string, ...fields: readonly string[]])[] = [
  ['addPrefix', 'prefix'],
  ['ipAllowList', 'sourceRange'],
  ['ipWhiteList', 'sourceRange'],
  ['circuitBreaker', 'expression'],
  ['redirectScheme', 'scheme'],
  ['basicAuth', 'users', 'usersFile'],
  ['digestAuth', 'users', 'usersFile'],
  ['retry', 'attempts'],
];

/**
 * The values of a service, a middleware, or of TLS options that Traefik checks only when a router uses them (pkg/middlewares,
 * pkg/tls): what is wrong there disables the router.
 */
export function checkedValuesOf(
  value: DecodedStruct,
  protocol: DeclaredProtocol,
  kind: DeclaredKind,
): readonly CheckedValue[] {
  if (kind === 'service' && protocol === 'http') {
    return structsIn(structIn(value, 'loadBalancer'), 'servers').flatMap((server) => valuesAt(server, 'port', 'port'));
  }
  if (kind === 'tlsOptions') {
    return [
      ...valuesAt(value, 'cipherSuites', 'cipherSuite'),
      ...valuesAt(value, 'curvePreferences', 'curve'),
      ...valuesAt(structIn(value, 'clientAuth'), 'clientAuthType', 'clientAuthType'),
    ];
  }
  if (kind !== 'middleware') return [];
  const needed = NEEDED.flatMap(([type, ...fields]): readonly CheckedValue[] => {
    const body = structIn(value, type);
    const isThere = fields.some((field) => hasValue(body, field));
    return body === undefined || isThere ? [] : [{ form: 'missing', text: body.key }];
  });
  const plugins = entriesIn(value, 'plugin').map(({ key }) => ({ form: 'plugin', text: key }) as const);
  return [
    ...FIELDS.flatMap(([type, field, form]) => valuesAt(structIn(value, type), field, form)),
    ...needed,
    ...plugins,
  ];
}

function valuesAt(body: DecodedStruct | undefined, field: string, form: ValueForm): readonly CheckedValue[] {
  const text = textOf(body, field);
  return [...textsIn(body, field), ...(text === undefined ? [] : [text])].map((one) => ({ form, text: one }));
}

function hasValue(body: DecodedStruct | undefined, field: string): boolean {
  const text = textOf(body, field);
  return (
    textsIn(body, field).length > 0 || (text !== undefined && !/^[-+]?0*$/.test(text.value) && !/^-\d/.test(text.value))
  );
}
