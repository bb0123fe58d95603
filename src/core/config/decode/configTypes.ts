import { dynamicTypes } from './dynamicTypes';

/** The type of a field: a plain value, a struct with named fields, a list, a map, or anything. */
export type ConfigType =
  | { readonly kind: 'string' | 'bool' | 'int' | 'int32' | 'float' | 'duration' | 'raw' }
  | { readonly kind: 'struct'; readonly name: string }
  | { readonly kind: 'list' | 'map'; readonly of: ConfigType };

export interface ConfigField {
  /** As documented: `entryPoints`. Compared without case. */
  readonly name: string;
  readonly type: ConfigType;
  /** Whether it needs no children: then it is on. */
  readonly mayBeEmpty: boolean;
  /** The formats in which Traefik uses it; in others, Traefik accepts and ignores it. */
  readonly readIn: 'both' | 'labels' | 'files' | 'nowhere';
  /** Its name in labels, where it is a list with one item. */
  readonly nameInLabels: string | undefined;
}

const fieldsOf = new Map<string, ReadonlyMap<string, ConfigField>>();

/** The fields of a struct by their names in lower case. */
export function fieldsOfStruct(name: string): ReadonlyMap<string, ConfigField> {
  const known = fieldsOf.get(name);
  if (known !== undefined) return known;
  const text = dynamicTypes[name] ?? providerTypes[name] ?? '';
  const fields = text
    .split('; ')
    .filter((field) => field !== '')
    .map(readField);
  const made = new Map(fields.map((field) => [field.name.toLowerCase(), field]));
  fieldsOf.set(name, made);
  return made;
}

/** The formats that a mark leaves. */
const formats: Readonly<Record<string, ConfigField['readIn']>> = { never: 'nowhere', file: 'files', label: 'labels' };

function readField(text: string): ConfigField {
  const [name = '', type = '', ...marks] = text.split(' ');
  const as = marks.indexOf('as');
  const [readIn = 'both'] = marks.flatMap((mark) => formats[mark] ?? []);
  const nameInLabels = as < 0 ? undefined : marks[as + 1];
  return { name, type: readConfigType(type), mayBeEmpty: marks.includes('empty'), readIn, nameInLabels };
}

/** Reads a type as `dynamicTypes` writes it. */
export function readConfigType(text: string): ConfigType {
  if (text.endsWith('[]')) return { kind: 'list', of: readConfigType(text.slice(0, -2)) };
  if (text.endsWith('{}')) return { kind: 'map', of: readConfigType(text.slice(0, -2)) };
  switch (text) {
    case 'string':
    case 'bool':
    case 'int':
    case 'int32':
    case 'float':
    case 'duration':
    case 'raw':
      return { kind: text };
    default:
      return { kind: 'struct', name: text };
  }
}

/** Like `dynamicTypes`, for labels that configure a provider: the structs that pkg/provider decodes separately. */
const providerTypes: Readonly<Record<string, string>> = {
  DockerLabels: 'enable bool; docker DockerOptions; swarm SwarmOptions',
  DockerOptions: 'network string; lbswarm bool; allownonrunning bool',
  SwarmOptions: 'network string; lbswarm bool',
  NomadTags: 'enable bool; nomad NomadOptions',
  NomadOptions: 'canary bool',
  ConsulTags: 'enable bool; consulcatalog ConsulOptions',
  ConsulOptions: 'connect bool; canary bool',
  IngressAnnotations: 'router IngressRouter',
  IngressRouter: [
    'pathMatcher string; entryPoints string[]; middlewares string[]; priority int; ruleSyntax string;',
    'tls RouterTLSConfig empty; observability RouterObservabilityConfig empty',
  ].join(' '),
  ServiceAnnotations: 'service IngressService',
  IngressService: [
    'serversScheme string; serversTransport string; passHostHeader bool; sticky Sticky empty; nativeLB bool;',
    'nodePortLB bool; middlewares string[]',
  ].join(' '),
};
