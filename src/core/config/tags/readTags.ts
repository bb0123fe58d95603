import { compileGoPattern } from '../../proxy/rules/goPattern';
import type { WrittenLabel } from '../decode/labelNodes';
import { buildUnit } from '../labels/buildUnit';
import { meetsConstraint } from '../labels/constraints';
import type { LabelUnit, ProviderFacts } from '../labels/labelUnit';
import { mergeUnits } from '../labels/linkRouters';
import type { ReadConfig } from '../model/configProblem';
import { hashOfTags, normalizeName } from '../names/objectNames';
import { isKnown, type PlacedText, partOf, type SourceFile, trimmedText, unknownPart } from '../source/placedText';
import { readTagServices, type TagService } from './tagServices';

type TagsProvider = 'nomad' | 'consulcatalog';

/** Reads the services of Nomad jobs or Consul's definitions, and the objects that Traefik makes of their tags. */
export function readTags(
  files: readonly SourceFile[],
  { provider, facts = {} }: { readonly provider: TagsProvider; readonly facts?: ProviderFacts | undefined },
): ReadConfig {
  const services = files.flatMap(readTagServices);
  return mergeUnits(services.map((service) => buildUnit(unitOf(service, provider, facts), facts)));
}

/** In UTF-16 units, far more than registries take: each router without a service is named after it. */
const longestName = 1_000;

function unitOf({ name, at, tags }: TagService, provider: TagsProvider, facts: ProviderFacts): LabelUnit {
  const written = name === undefined || name.value.length > longestName ? unknownPart : name.value;
  const prefix = facts.prefix ?? 'traefik';
  const labels = tags.flatMap((tag) => labelOf(tag, prefix, provider) ?? []);
  const made = normalizeName(isCanary(labels, provider) ? `${written}-${hash(tags)}` : written);
  return {
    unit: `service ${written}`,
    at: name ?? at,
    provider,
    // BuildProviders in pkg/provider/{nomad/nomad,consulcatalog/consul_catalog}.go
    providerName: facts.namespace === undefined ? provider : `${provider}-${facts.namespace}`,
    labels,
    allLabels: new Map(labels.map(({ key, value }) => [key.value, value.value])),
    constrained: (known) => isConstrained(tags, prefix, known),
    name: made,
    names: { name: written, containerName: undefined },
    // The port is that of the registered instance.
    hasPort: undefined,
    isPartial: false,
  };
}

function hash(tags: readonly PlacedText[]): string {
  return tags.every(({ value }) => isKnown(value)) ? hashOfTags(tags.map(({ value }) => value)) : unknownPart;
}

/** Whether the name of the service also depends on its tags. */
function isCanary(labels: readonly WrittenLabel[], provider: TagsProvider): boolean {
  const found = labels.findLast(({ key }) => key.value === `traefik.${provider}.canary`)?.value.value ?? '';
  return provider === 'nomad' ? found.toLowerCase() === 'true' : /^(?:1|t|T|TRUE|true|True)$/.test(found);
}

/** A tag as the label that Traefik reads it for; undefined if it is not for Traefik. Only Nomad's are trimmed. */
function labelOf(tag: PlacedText, prefix: string, provider: TagsProvider): WrittenLabel | undefined {
  const equals = tag.value.indexOf('=');
  if (equals < 0 || !tag.value.startsWith(prefix)) return undefined;
  const parts = [partOf(tag, 0, equals), partOf(tag, equals + 1, tag.value.length)] as const;
  const [key, value] = provider === 'nomad' ? ([trimmedText(parts[0]), trimmedText(parts[1])] as const) : parts;
  if (key.value.startsWith('traefik.') && prefix === 'traefik') return { key, value };
  const rest = key.value.startsWith(`${prefix}.`) ? key.value.slice(prefix.length + 1) : key.value;
  return { key: { ...key, value: `traefik.${rest}`, places: 'none' }, value };
}

function isConstrained(
  tags: readonly PlacedText[],
  prefix: string,
  { exposedByDefault, constraints }: ProviderFacts,
): boolean | 'invalid' | undefined {
  const values = tags.map(({ value }) => value);
  // Traefik requests only services with exactly this tag from the server.
  if (exposedByDefault === false && !values.includes(`${prefix}.enable=true`))
    return values.every(isKnown) ? false : undefined;
  if (constraints === undefined) return undefined;
  return meetsConstraint(constraints, (name, [first, ...more]) => {
    if (first === undefined || more.length > 0) return undefined;
    if (name === 'Tag') return values.includes(first);
    return name === 'TagRegex' ? values.some((tag) => compileGoPattern(first)?.test(tag) === true) : undefined;
  });
}
