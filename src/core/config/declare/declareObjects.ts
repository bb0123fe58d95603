import { type ConfigField, type ConfigType, fieldsOfStruct } from '../decode/configTypes';
import {
  type Decoded,
  type DecodedStruct,
  decodedText,
  entriesIn,
  structIn,
  structsIn,
  textsIn,
} from '../decode/decoded';
import { isGoBool, isGoTrue } from '../decode/goValues';
import type {
  Declaration,
  DeclaredKind,
  DeclaredProtocol,
  ListedValue,
  MiddlewareFields,
  ObjectSettings,
  RouterFields,
  ServiceFields,
} from '../model/declaration';
import { isKnown, type PlacedText, unknownPart } from '../source/placedText';
import { checkedValuesOf } from './checkedValues';
import { doubtfulValuesOf } from './doubtfulValues';

const protocols: readonly DeclaredProtocol[] = ['http', 'tcp', 'udp'];
const kindsOfProtocol = ['router', 'service', 'middleware', 'serversTransport'] as const;

/** The properties of all objects of one configuration. */
interface DeclaredIn {
  /** The suffix of names: `docker`, `file`. */
  readonly provider: string;
  readonly unit: string;
  /** Whether a template may omit the text at a place, or repeat it. */
  readonly isConditional?: ((at: PlacedText) => boolean) | undefined;
}

/** All objects of a configuration, as it declares them. */
export function declareObjects(config: DecodedStruct, place: DeclaredIn): readonly Declaration[] {
  const declared = protocols.flatMap((protocol) =>
    kindsOfProtocol.flatMap((kind) => declare(structIn(config, protocol), `${kind}s`, protocol, kind, place)),
  );
  const tls = structIn(config, 'tls');
  return [
    ...declared,
    ...declare(tls, 'options', 'http', 'tlsOptions', place),
    ...declare(tls, 'stores', 'http', 'tlsStore', place),
  ];
}

function declare(
  section: DecodedStruct | undefined,
  list: string,
  protocol: DeclaredProtocol,
  kind: DeclaredKind,
  { provider, unit, isConditional }: DeclaredIn,
): readonly Declaration[] {
  return entriesIn(section, list).flatMap(({ key, value }) => {
    if (value.kind !== 'struct') return [];
    const one: Declaration = {
      protocol,
      kind,
      name: `${key.value}@${provider}`,
      at: key,
      unit,
      content: JSON.stringify(contentOfFields(value)),
      settings: new DeclaredSettings(protocol, kind, value),
      checked: checkedValuesOf(value, protocol, kind),
      doubtful: doubtfulValuesOf(value, protocol, kind),
      isConditional: isConditional?.(key) === true ? true : undefined,
      router: kind === 'router' ? routerFieldsOf(value) : undefined,
      service: kind === 'service' ? serviceFieldsOf(value) : undefined,
      middleware: kind === 'middleware' ? middlewareFieldsOf(value) : undefined,
    };
    return [one];
  });
}

export function routerFieldsOf(value: DecodedStruct | undefined): RouterFields {
  const tls = structIn(value, 'tls');
  const entryPoints = textsIn(value, 'entryPoints');
  return {
    rule: decodedText(value, 'rule'),
    service: decodedText(value, 'service'),
    middlewares: textsIn(value, 'middlewares'),
    entryPoints: entryPoints.length === 0 ? undefined : entryPoints,
    ruleSyntax: decodedText(value, 'ruleSyntax'),
    priority: decodedText(value, 'priority')?.value,
    tls: tls && {
      options: decodedText(tls, 'options'),
      passthrough: decodedText(tls, 'passthrough')?.value.startsWith('t') === true,
      certResolver: decodedText(tls, 'certResolver'),
    },
    parentRefs: textsIn(value, 'parentRefs'),
  };
}

const serviceTypes = ['loadBalancer', 'weighted', 'mirroring', 'failover', 'highestRandomWeight'];

function serviceFieldsOf(value: DecodedStruct): ServiceFields {
  const [balancer, mirroring, failover] = ['loadBalancer', 'mirroring', 'failover'].map((name) =>
    structIn(value, name),
  );
  const named = (list: readonly DecodedStruct[]): readonly PlacedText[] =>
    list.flatMap((one) => decodedText(one, 'name') ?? { ...one.key, value: '' });
  const types = serviceTypes.filter((type) => structIn(value, type) !== undefined);
  return {
    types,
    servers: structsIn(balancer, 'servers').flatMap(
      (server) => decodedText(server, 'url') ?? decodedText(server, 'address') ?? [],
    ),
    children: [
      ...named(structsIn(structIn(value, 'weighted'), 'services')),
      ...named(structsIn(structIn(value, 'highestRandomWeight'), 'services')),
      ...(mirroring === undefined ? [] : [decodedText(mirroring, 'service') ?? { ...mirroring.key, value: '' }]),
      ...named(structsIn(mirroring, 'mirrors')),
      ...(failover === undefined ? [] : [decodedText(failover, 'service') ?? { ...failover.key, value: '' }]),
      ...(failover === undefined ? [] : [decodedText(failover, 'fallback') ?? { ...failover.key, value: '' }]),
    ],
    serversTransport: decodedText(balancer, 'serversTransport'),
    strategy: decodedText(balancer, 'strategy'),
    middlewares: textsIn(value, 'middlewares'),
    watched: watchedIn(value),
    hasHealthCheck: types.some((type) => structIn(structIn(value, type), 'healthCheck') !== undefined),
  };
}

/** A failover always watches its service; other services watch theirs if they have a health check of their own. */
function watchedIn(value: DecodedStruct): readonly PlacedText[] {
  const failover = structIn(value, 'failover');
  const watched = ['weighted', 'highestRandomWeight']
    .map((type) => structIn(value, type))
    .filter((one) => structIn(one, 'healthCheck') !== undefined)
    .flatMap((one) => structsIn(one, 'services').flatMap((part) => decodedText(part, 'name') ?? []));
  const hasErrors = textsIn(structIn(failover, 'errors'), 'status').length > 0;
  const main = hasErrors ? undefined : decodedText(failover, 'service');
  const fallback = structIn(failover, 'healthCheck') === undefined ? undefined : decodedText(failover, 'fallback');
  return [...watched, ...(main === undefined ? [] : [main]), ...(fallback === undefined ? [] : [fallback])];
}

function middlewareFieldsOf(value: DecodedStruct): MiddlewareFields {
  const types = [...value.fields].flatMap(([name, field]) =>
    field.kind === 'struct' || (field.kind === 'map' && field.entries.size > 0) ? [name] : [],
  );
  return {
    types,
    middlewares: textsIn(structIn(value, 'chain'), 'middlewares'),
    service: decodedText(structIn(value, 'errors'), 'service'),
  };
}

/**
 * What is equal for equal objects: if those of two containers differ, Traefik uses neither. Servers do not count, as
 * Traefik merges them, nor do options that repeat the default.
 */
function contentOfFields(value: DecodedStruct): readonly unknown[] {
  return [...value.fields].sort(byName).flatMap(contentOfField);
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

function contentOfField([name, field]: [string, Decoded]): readonly unknown[] {
  switch (field.kind) {
    case 'struct':
      return [name, contentOfFields(field)];
    case 'map':
      return [name, [...field.entries].sort(byName).map(([key, { value }]) => contentOfField([key, value]))];
    case 'list':
      return name === 'servers' ? [] : [name, field.items.map(contentOfFields)];
    case 'texts':
      return [name, field.items.map(({ value }) => value)];
    case 'text': {
      const text = isGoBool(field.text.value) ? String(isGoTrue(field.text.value)) : field.text.value;
      return text === (defaults[name] ?? 'false') || text === '' ? [] : [name, text];
    }
    case 'raw':
      return [name];
  }
}

const defaults: Readonly<Record<string, string>> = { passHostHeader: 'true', strategy: 'wrr', weight: '1' };

/**
 * All options that an object was declared with. Private, so that a declaration that goes to another thread leaves them
 * behind: only those who read the files compare or list them.
 */
class DeclaredSettings implements ObjectSettings {
  readonly #type: ConfigType | undefined;
  readonly #decoded: DecodedStruct;

  constructor(protocol: DeclaredProtocol, kind: DeclaredKind, decoded: DecodedStruct) {
    this.#type = typeOfObjects(protocol, kind);
    this.#decoded = decoded;
  }

  asListed(): { readonly [name: string]: ListedValue } {
    return this.#type?.kind === 'struct' ? listedStruct(this.#type.name, this.#decoded) : {};
  }
}

/** The type of the objects in a section such as `http.routers`. */
function typeOfObjects(protocol: DeclaredProtocol, kind: DeclaredKind): ConfigType | undefined {
  const section = fieldsOfStruct(`${protocol.toUpperCase()}Configuration`).get(`${kind}s`.toLowerCase());
  return section?.type.kind === 'map' ? section.type.of : undefined;
}

function listedStruct(name: string, { fields, mayBeOff }: DecodedStruct): { readonly [name: string]: ListedValue } {
  const types = fieldsOfStruct(name);
  const listed = [...fields].flatMap(([own, decoded]): readonly (readonly [string, ListedValue])[] => {
    const field: ConfigField | undefined = types.get(own.toLowerCase());
    const value = field && listedValue(field.type, decoded);
    return value === undefined || value === '' ? [] : [[own, value]];
  });
  return Object.fromEntries(mayBeOff === true ? [...listed, [unknownPart, unknownPart]] : listed);
}

function listedValue(type: ConfigType, decoded: Decoded): ListedValue | undefined {
  switch (decoded.kind) {
    case 'struct':
      return type.kind === 'struct' ? listedStruct(type.name, decoded) : undefined;
    case 'map': {
      if (type.kind !== 'map') return undefined;
      const { of } = type;
      const entries = [...decoded.entries].flatMap(([name, { value }]) => {
        const listed = listedValue(of, value);
        return listed === undefined ? [] : [[name, listed] as const];
      });
      return Object.fromEntries(entries);
    }
    case 'list': {
      const of = type.kind === 'list' && type.of.kind === 'struct' ? type.of.name : undefined;
      return of === undefined ? undefined : decoded.items.map((item) => listedStruct(of, item));
    }
    case 'texts': {
      const of = type.kind === 'list' ? type.of : undefined;
      return decoded.items.map(({ value }) => plainValue(of, value));
    }
    case 'text':
      return plainValue(type, decoded.text.value);
    case 'raw':
      return {};
  }
}

function plainValue(type: ConfigType | undefined, text: string): ListedValue {
  if (!isKnown(text)) return text;
  if (text !== '' && type?.kind === 'bool') return isGoTrue(text);
  return text !== '' && type?.kind === 'int' ? Number(text) : text;
}
