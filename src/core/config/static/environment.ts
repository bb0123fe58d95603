import type { WrittenLabel } from '../decode/labelNodes';
import { withPlaces } from '../source/placedText';
import { type StaticVersion, staticFieldsOf, staticRoot } from './optionTypes';
import type { EnvironmentVariable } from './staticWorld';

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
