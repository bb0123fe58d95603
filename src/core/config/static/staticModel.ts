import type { Decoded, DecodedStruct } from '../decode/decoded';
import { isGoTrue, secondsOfGo } from '../decode/goValues';
import type { PlacedText } from '../source/placedText';

/** What is at a path of documented names, such as `api.insecure`. */
export function optionAt(config: DecodedStruct | undefined, path: string): Decoded | undefined {
  let at: Decoded | undefined = config;
  for (const name of path.split('.')) {
    if (at?.kind !== 'struct') return undefined;
    at = at.fields.get(name);
  }
  return at;
}

/** A struct that is there: a section that is on. */
export function sectionAt(config: DecodedStruct | undefined, path: string): DecodedStruct | undefined {
  const found = optionAt(config, path);
  return found?.kind === 'struct' ? found : undefined;
}

/** The text of an option as it is written, also an empty one; undefined if it has its default. */
export function writtenAtOption(config: DecodedStruct | undefined, path: string): PlacedText | undefined {
  const found = optionAt(config, path);
  return found?.kind === 'text' ? found.text : undefined;
}

export function isOptionOn(config: DecodedStruct | undefined, path: string, byDefault = false): boolean {
  const written = writtenAtOption(config, path);
  return written === undefined ? byDefault : isGoTrue(written.value);
}

/** The value of a number, or the seconds of a duration. */
export function numberAt(config: DecodedStruct | undefined, path: string): number | undefined {
  const written = writtenAtOption(config, path);
  return written === undefined ? undefined : secondsOfGo(written.value);
}

export function optionTexts(config: DecodedStruct | undefined, path: string): readonly PlacedText[] {
  const found = optionAt(config, path);
  return found?.kind === 'texts' ? found.items : [];
}

interface NamedSection {
  readonly name: string;
  readonly at: PlacedText;
  readonly section: DecodedStruct;
}

/** The sections of a map, such as the entry points, by their names as Traefik keeps them. */
export function namedSections(config: DecodedStruct | undefined, path: string): readonly NamedSection[] {
  const found = optionAt(config, path);
  if (found?.kind !== 'map') return [];
  return [...found.entries].flatMap(([name, { key, value }]) =>
    value.kind === 'struct' ? [{ name, at: key, section: value }] : [],
  );
}

/** An entry point that Traefik has: declared, or one that it makes by itself. */
export interface StaticEntryPoint {
  readonly name: string;
  /** Undefined for one that no file declares. */
  readonly at: PlacedText | undefined;
  readonly section: DecodedStruct | undefined;
  readonly address: string;
}

const internalName = 'traefik';

/**
 * The entry points of a configuration, with those that Traefik adds (SetEffectiveConfiguration of
 * pkg/config/static/static_config.go).
 */
export function staticEntryPointsOf(config: DecodedStruct | undefined): readonly StaticEntryPoint[] {
  const declared: StaticEntryPoint[] = namedSections(config, 'entryPoints').map(({ name, at, section }) => ({
    name,
    at,
    section,
    address: writtenAtOption(section, 'address')?.value ?? '',
  }));
  if (declared.length === 0) declared.push({ name: 'http', at: undefined, section: undefined, address: ':80' });
  const isAdded = needsInternal(config) && !declared.some(({ name }) => name === internalName);
  return isAdded
    ? [...declared, { name: internalName, at: undefined, section: undefined, address: ':8080' }]
    : declared;
}

function needsInternal(config: DecodedStruct | undefined): boolean {
  const isOwn = (path: string): boolean => {
    const section = sectionAt(config, path);
    if (section === undefined || isOptionOn(section, 'manualRouting')) return false;
    return (writtenAtOption(section, 'entryPoint')?.value ?? internalName) === internalName;
  };
  return (
    isOptionOn(config, 'api.insecure') ||
    isOptionOn(config, 'providers.rest.insecure') ||
    isOwn('ping') ||
    isOwn('metrics.prometheus')
  );
}

/** The entry points of routers that name none (getDefaultsEntrypoints of cmd/traefik/traefik.go). */
export function defaultEntryPointsOf(config: DecodedStruct | undefined): readonly string[] {
  const all = staticEntryPointsOf(config);
  const isDefault = ({ section }: StaticEntryPoint): boolean => isOptionOn(section, 'asDefault');
  return (all.some(isDefault) ? all.filter(isDefault) : all)
    .filter(({ name, address }) => name !== internalName && !/\/udp$/i.test(address))
    .map(({ name }) => name);
}
