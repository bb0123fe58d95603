import type { WrittenLabel } from '../decode/labelNodes';
import { type PlacedText, partOf, withPlaces } from '../source/placedText';
import { type FlagKind, flagKindsOf, type StaticVersion, staticFieldsOf, staticRoot } from './optionTypes';
import type { EnvironmentVariable } from './staticWorld';

/** The flags of a command line, as labels below `traefik`, and what ended them. */
export interface ParsedFlags {
  readonly labels: readonly WrittenLabel[];
  /** Why Traefik refuses the command line. */
  readonly fault?: { readonly kind: 'syntax' | 'value'; readonly at: PlacedText } | undefined;
  /** The first argument that is no flag: Traefik ignores it and all that follow. */
  readonly rest?: PlacedText | undefined;
  /** The flag before it, if that took `true` for its value. */
  readonly restOf?: PlacedText | undefined;
  /** Flags whose meaning depends on the order of a Go map. */
  readonly byChance: readonly PlacedText[];
}

/** Which kind Go takes where the order of its map decides. */
export type ChanceChoice = 'first' | 'last';

/**
 * Parses flags as Traefik does (docs/traefik.md, "Flags without a value"): up to the first argument that is none. Names are compared
 * without regard to case, and keep the spelling of the first one.
 *
 * @param version whose options decide which flags take no value, or may be given twice; undefined: none do either
 */
export function parseFlags(
  args: readonly PlacedText[],
  version: StaticVersion | undefined,
  choice: ChanceChoice,
): ParsedFlags {
  const labels = new Map<string, WrittenLabel>();
  const byChance: PlacedText[] = [];
  const kindOf = (name: PlacedText): FlagKind | undefined => {
    const small = name.value.toLowerCase();
    if (version === undefined) return undefined;
    const kinds = [...flagKindsOf(small, version)].sort();
    if (kinds.length > 1) byChance.push(name);
    return choice === 'first' ? kinds.at(0) : kinds.at(-1);
  };
  const set = (name: PlacedText, value: PlacedText): void => {
    const neutral = name.value.toLowerCase();
    const earlier = labels.get(neutral);
    const isAdded = earlier !== undefined && kindOf(name) === 'list';
    const added = isAdded
      ? { ...value, value: `${earlier.value.value},${value.value}`, places: 'none' as const }
      : value;
    labels.set(neutral, { key: earlier?.key ?? labelKey(name), value: added });
  };
  let at = 0;
  let restOf: PlacedText | undefined;
  while (at < args.length) {
    const arg = args[at];
    if (arg === undefined || arg.value.length < 2 || !arg.value.startsWith('-')) break;
    if (arg.value === '--') {
      at++;
      restOf = undefined;
      break;
    }
    const dashes = arg.value.startsWith('--') ? 2 : 1;
    const written = arg.value.slice(dashes);
    if (/^[-=]/.test(written)) return { labels: [...labels.values()], byChance, fault: { kind: 'syntax', at: arg } };
    at++;
    restOf = undefined;
    const sign = written.indexOf('=', 1);
    const name = partOf(arg, dashes, sign < 0 ? arg.value.length : dashes + sign);
    if (sign >= 0) {
      set(name, partOf(arg, dashes + sign + 1, arg.value.length));
    } else if (kindOf(name) === 'switch') {
      restOf = arg;
      set(name, { ...arg, value: 'true', places: 'none' });
    } else {
      const value = args[at];
      if (value === undefined) return { labels: [...labels.values()], byChance, fault: { kind: 'value', at: arg } };
      at++;
      set(name, value);
    }
  }
  const rest = args[at];
  return { labels: [...labels.values()], byChance, rest, restOf: rest === undefined ? undefined : restOf };
}

const root = 'traefik.';

/** The key of the label that stands for a flag: each of its characters has the place of that in the flag. */
function labelKey(name: PlacedText): PlacedText {
  const { value, start, places } = name;
  const own =
    places === 'verbatim'
      ? Array.from({ length: value.length + 1 }, (_, index) => start + index)
      : typeof places === 'object'
        ? places
        : undefined;
  const key = { ...name, value: root + value };
  return own === undefined
    ? { ...key, places: 'none' }
    : { ...key, places: [...Array.from({ length: root.length }, () => start), ...own] };
}

const prefix = 'TRAEFIK_';

/**
 * The variables that Traefik takes for options, as labels below `traefik`: those whose names begin with one of an option
 * at the root, in capitals, whatever follows it (paerser's env/filter.go and env/env.go).
 *
 * @param roots the options at the root; those of a version if undefined
 */
export function labelsOfEnvironment(
  environment: readonly EnvironmentVariable[],
  version: StaticVersion,
  roots: readonly string[] = [...staticFieldsOf(staticRoot, version).keys()],
): readonly WrittenLabel[] {
  const prefixes = roots.map((root) => prefix + root.toUpperCase());
  const labels = new Map<string, WrittenLabel>();
  for (const { name, value } of environment) {
    if (!prefixes.some((one) => name.value.startsWith(one))) continue;
    const key = name.value.toLowerCase().replaceAll('_', '.');
    labels.set(key, { key: { ...withPlaces(name), value: key }, value });
  }
  return [...labels.values()];
}
