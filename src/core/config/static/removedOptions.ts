import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import type { ConfigField } from '../decode/configTypes';
import { decodeStruct } from '../decode/decodeConfig';
import type { Decoded, DecodedStruct } from '../decode/decoded';
import type { DecodeFault, UntypedNode } from '../decode/untypedNode';
import type { PlacedText } from '../source/placedText';
import { isAtLeast, type StaticVersion } from './optionTypes';

/** An option of Traefik 2 that Traefik 3 looks for, before it reads any option. */
interface RemovedOption {
  readonly path: readonly string[];
  readonly kind: 'bool' | 'string' | 'int' | 'map';
  /** The minor version since which it is only deprecated: then Traefik starts with it. */
  readonly deprecatedSince?: number;
  readonly instead?: string;
}

/**
 * The options that are looked for.
 *
 * @see https://github.com/traefik/traefik/blob/v3.7.9/pkg/cli/deprecation.go
 */
const removedOptions: readonly RemovedOption[] = [
  { path: ['pilot'], kind: 'map' },
  { path: ['core', 'defaultRuleSyntax'], kind: 'string', deprecatedSince: 4 },
  { path: ['experimental', 'http3'], kind: 'bool' },
  { path: ['experimental', 'kubernetesGateway'], kind: 'bool', deprecatedSince: 1 },
  { path: ['experimental', 'kubernetesIngressNGINX'], kind: 'bool', deprecatedSince: 6 },
  { path: ['providers', 'docker', 'swarmMode'], kind: 'bool', instead: 'providers.swarm' },
  ...['docker', 'swarm', 'consul', 'etcd', 'redis', 'http'].map((provider) => ({
    path: ['providers', provider, 'tls', 'caOptional'],
    kind: 'bool' as const,
  })),
  ...['consulCatalog', 'nomad'].map((provider) => ({
    path: ['providers', provider, 'endpoint', 'tls', 'caOptional'],
    kind: 'bool' as const,
  })),
  ...['consul', 'consulCatalog', 'nomad'].map((provider) => ({
    path: ['providers', provider, 'namespace'],
    kind: 'string' as const,
    instead: 'namespaces',
  })),
  { path: ['providers', 'marathon'], kind: 'map' },
  { path: ['providers', 'rancher'], kind: 'map' },
  {
    path: ['providers', 'kubernetesIngress', 'disableIngressClassLookup'],
    kind: 'bool',
    deprecatedSince: 1,
    instead: 'disableClusterScopeResources',
  },
  { path: ['tracing', 'spanNameLimit'], kind: 'int' },
  { path: ['tracing', 'globalAttributes'], kind: 'map', deprecatedSince: 3, instead: 'resourceAttributes' },
  ...['jaeger', 'zipkin', 'datadog', 'instana', 'haystack', 'elastic'].map((tracer) => ({
    path: ['tracing', tracer],
    kind: 'map' as const,
  })),
];

/** The structs of the options by their paths, and in them the options by their names in lower case. */
const structs = new Map<string, Map<string, ConfigField>>();
for (const { path, kind } of removedOptions) {
  path.forEach((name, index) => {
    const struct = path.slice(0, index).join('.');
    const fields = structs.get(struct) ?? new Map<string, ConfigField>();
    structs.set(struct, fields);
    const isLast = index === path.length - 1;
    const type = !isLast
      ? ({ kind: 'struct', name: path.slice(0, index + 1).join('.') } as const)
      : kind === 'map'
        ? ({ kind: 'map', of: { kind: 'raw' } } as const)
        : ({ kind } as const);
    // Of all sections, only the TLS below the endpoint of a provider may not be empty.
    const mayBeEmpty = kind !== 'string' && !(struct.endsWith('.endpoint') && name === 'tls');
    fields.set(name.toLowerCase(), {
      name,
      type,
      mayBeEmpty: mayBeEmpty || !isLast,
      readIn: 'both',
      nameInLabels: undefined,
    });
  });
}

/** The options that are looked for in variables: the first parts of their paths. */
export const rootsOfRemoved: readonly string[] = [...(structs.get('')?.keys() ?? [])];

export interface FoundOption {
  readonly at: PlacedText;
  readonly message: string;
  /** Whether Traefik does not start with it. */
  readonly stops: boolean;
}

/**
 * Finds the options of Traefik 2 in one source, which Traefik 3 looks for in all of its sources, used or not
 * (docs/traefik.md, "Options of Traefik 2").
 *
 * @returns undefined if the source cannot be read: then Traefik looks at no other one
 */
export function findRemoved(
  children: readonly UntypedNode[],
  version: StaticVersion,
): readonly FoundOption[] | undefined {
  const known = knownNodes('', children);
  const [first] = known;
  if (first === undefined) return [];
  const faults: DecodeFault[] = [];
  const config = decodeStruct('', { key: first.key, children: known }, 'labels', faults, [], fieldsOf);
  if (faults.length > 0) return undefined;
  return removedOptions.flatMap((option) => {
    const at = placeOf(config, option.path);
    return at === undefined ? [] : foundOption(option, at, version);
  });
}

function fieldsOf(struct: string): ReadonlyMap<string, ConfigField> {
  return structs.get(struct) ?? new Map();
}

/** Without the options that are not looked for, and the sections that have none left (filterUnknownNodes). */
function knownNodes(struct: string, nodes: readonly UntypedNode[]): UntypedNode[] {
  return nodes.flatMap((node): readonly UntypedNode[] => {
    const field = fieldsOf(struct).get(node.name.toLowerCase());
    if (field === undefined) return [];
    if (node.children.length === 0 || field.type.kind === 'map') return [node];
    if (field.type.kind !== 'struct') return [];
    const children = knownNodes(field.type.name, node.children);
    return children.length === 0 ? [] : [{ ...node, children }];
  });
}

function placeOf(config: DecodedStruct, path: readonly string[]): PlacedText | undefined {
  let at: Decoded | undefined = config;
  for (const name of path) {
    if (at?.kind !== 'struct') return undefined;
    at = at.fields.get(name);
  }
  // An empty text is a default of the options that are texts.
  const isUnset = at?.kind === 'text' && at.text.value === '' && path.at(-1) === 'defaultRuleSyntax';
  return isUnset ? undefined : at?.key;
}

function foundOption(
  { path, deprecatedSince, instead }: RemovedOption,
  at: PlacedText,
  version: StaticVersion,
): readonly FoundOption[] {
  const name = path.join('.');
  if (deprecatedSince !== undefined) {
    if (!isAtLeast(version, deprecatedSince)) return [];
    const message =
      instead === undefined
        ? l10n.t('“{0}” is deprecated, and will be gone in the next major version. Remove it.', quoted(name))
        : l10n.t('“{0}” is deprecated. Use “{1}” instead.', quoted(name), quoted(instead));
    return [{ at, message, stops: false }];
  }
  const message =
    instead === undefined
      ? l10n.t('“{0}” is not there in Traefik 3, which does not start with it. Remove it.', quoted(name))
      : l10n.t(
          '“{0}” is not there in Traefik 3, which does not start with it. Use “{1}” instead.',
          quoted(name),
          quoted(instead),
        );
  return [{ at, message, stops: true }];
}
