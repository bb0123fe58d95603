import { type ConfigField, type ConfigType, readConfigType } from '../decode/configTypes';
import { staticTypes } from './staticTypes';

/** A minor version, as in the table: `a` is 2.11, and a digit is the minor version of 3. */
export type StaticVersion = 'a' | '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7';

/** All versions whose options are known, the oldest first. */
export const staticVersions: readonly StaticVersion[] = ['a', '0', '1', '2', '3', '4', '5', '6', '7'];

/**
 * The versions that a number or an image's tag may be: `3.7.9` and `v3.7` are one, `v3` any of 3.
 *
 * @returns all versions where nothing is known, such as of `latest`; none of a version that is not in the table
 */
export function staticVersionsOf(written: string | undefined): readonly StaticVersion[] {
  const [, major, minor] = /^v?(\d)(?:\.(\d+))?(?:\.\d+)?(?:[-+].*)?$/.exec(written ?? '') ?? [];
  if (major === undefined) return staticVersions;
  if (major === '2') return minor === undefined || minor === '11' ? ['a'] : [];
  if (major !== '3') return [];
  return staticVersions.filter((version) => version !== 'a' && (minor === undefined || version === minor));
}

/** Whether a version is at least 3.x of a minor version; none of 2.11 is. */
export function isAtLeast(version: StaticVersion, minor: number): boolean {
  return version !== 'a' && Number(version) >= minor;
}

/** The root: the configuration, and the option that names its file (TraefikCmdConfiguration in cmd/configuration.go). */
export const staticRoot = 'TraefikCmdConfiguration';

interface StaticField extends ConfigField {
  /** Whether it, or each value of its map, is a pointer to a struct: a flag without a value turns it on. */
  readonly isPointer: boolean;
}

const known = new Map<string, ReadonlyMap<string, StaticField>>();

/** The options of a struct in one version, by their names in lower case. */
export function staticFieldsOf(struct: string, version: StaticVersion): ReadonlyMap<string, StaticField> {
  const key = version + struct;
  const made = known.get(key) ?? readFields(struct, version);
  known.set(key, made);
  return made;
}

function readFields(struct: string, version: StaticVersion): ReadonlyMap<string, StaticField> {
  const text = struct === staticRoot ? `${staticTypes.Configuration}; configFile string` : (staticTypes[struct] ?? '');
  const fields = new Map<string, StaticField>();
  for (const written of text.split('; ')) {
    const [name = '', type = '', ...marks] = written.split(' ');
    const versions = marks.find((mark) => mark.startsWith('@'));
    if (name === '' || (versions !== undefined && !versions.includes(version))) continue;
    fields.set(name.toLowerCase(), {
      name,
      type: readStaticType(type),
      mayBeEmpty: marks.includes('empty'),
      readIn: marks.includes('none') ? 'nowhere' : 'both',
      nameInLabels: undefined,
      isPointer: type.startsWith('*'),
    });
  }
  return fields;
}

/** As for dynamic options; a pointer counts as what it points to, and `rawmap` has any keys. */
function readStaticType(text: string): ConfigType {
  return readConfigType(text.replace('*', '').replace(/^rawmap/, 'raw{}'));
}

/** What a flag without `=` takes for its value: `true`, or the next argument. `list` means that it may be given twice. */
export type FlagKind = 'switch' | 'list';

const flagKinds = new Map<StaticVersion, FlagKinds>();

interface FlagKinds {
  readonly exact: ReadonlyMap<string, FlagKind>;
  /** Of options below a name: Go compares the whole name with an expression that is not anchored. */
  readonly patterns: readonly (readonly [RegExp, FlagKind])[];
}

/**
 * The kinds of a flag, by its name in lower case: of several, Go takes one by chance (getFlagType of paerser's
 * flag/flagparser.go). None for a flag that takes the next argument.
 */
export function flagKindsOf(name: string, version: StaticVersion): ReadonlySet<FlagKind> {
  const kinds = flagKinds.get(version) ?? readFlagKinds(version);
  flagKinds.set(version, kinds);
  const exact = kinds.exact.get(name);
  if (exact !== undefined) return new Set([exact]);
  if (name.length > longestName) return new Set();
  return new Set(kinds.patterns.filter(([pattern]) => pattern.test(name)).map(([, kind]) => kind));
}

/** Real names of flags are shorter. */
const longestName = 1_000;

const namePlaceholder = '<name>';

function readFlagKinds(version: StaticVersion): FlagKinds {
  const all = new Map<string, FlagKind>();
  addFlagKinds(all, '', { kind: 'struct', name: staticRoot }, version);
  const patterns = [...all]
    .filter(([name]) => name.includes(namePlaceholder))
    .map(
      ([name, kind]) => [new RegExp(name.replaceAll('.', '\\.').replaceAll(namePlaceholder, '[^.]+')), kind] as const,
    );
  return { exact: all, patterns };
}

function addFlagKinds(all: Map<string, FlagKind>, name: string, type: ConfigType, version: StaticVersion): void {
  const below = (part: string): string => (name === '' ? part : `${name}.${part}`);
  switch (type.kind) {
    case 'bool':
      all.set(name, 'switch');
      break;
    case 'list':
      all.set(name, 'list');
      break;
    case 'map':
      addFlagKinds(all, below(namePlaceholder), type.of, version);
      break;
    case 'struct':
      for (const [part, field] of staticFieldsOf(type.name, version)) {
        // Entry points are a map of pointers, so that a name alone is a switch, too.
        const own = field.type.kind === 'map' ? `${below(part)}.${namePlaceholder}` : below(part);
        if (field.isPointer) all.set(own, 'switch');
        addFlagKinds(all, below(part), field.type, version);
      }
      break;
    default:
  }
}
