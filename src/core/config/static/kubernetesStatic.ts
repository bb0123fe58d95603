import { type Manifest, placedIn } from '../kubernetes/manifests';
import { type ConfigNode, entryIn, listItemsIn, textIn, valueIn } from '../source/configNode';
import { type PlacedText, placedAt, unknownPart, withPlaces } from '../source/placedText';
import type { EnvironmentVariable } from './staticWorld';
import { areOfTraefik, mayHoldStaticFile, type TraefikProcess, traefikImage } from './traefikProcess';

const workloads: ReadonlySet<string> = new Set(['Deployment', 'DaemonSet', 'StatefulSet']);

/** The containers of workloads that run Traefik's image, with their arguments and variables. */
export function traefiksInManifests(manifests: readonly Manifest[]): readonly TraefikProcess[] {
  return manifests.flatMap((manifest) => {
    if (manifest.isTemplated) return [];
    const containers = listItemsIn(valueIn(podOf(manifest), 'containers'));
    return containers.flatMap((container) => traefikOf(container) ?? []);
  });
}

function podOf({ group, kind, spec }: Manifest): ConfigNode | undefined {
  if (group === '' && kind === 'Pod') return spec;
  return group === 'apps' && workloads.has(kind) ? valueIn(valueIn(spec, 'template'), 'spec') : undefined;
}

function traefikOf(container: ConfigNode): TraefikProcess | undefined {
  const image = traefikImage(textIn(container, 'image') ?? '');
  if (image === undefined) return undefined;
  const args = argumentsOf(container);
  const mounts = listItemsIn(valueIn(container, 'volumeMounts')).flatMap((mount) => {
    const target = textIn(mount, 'mountPath') ?? '/';
    return mayHoldStaticFile(target, args ?? []) ? [{ source: undefined, target }] : [];
  });
  return {
    tag: image.tag,
    args: args ?? [],
    environment: variablesIn(valueIn(container, 'env')),
    isWhole: args !== undefined && areOfTraefik(args) && isAlone(container, args),
    mounts,
    problems: [],
  };
}

/** Beside flags, Traefik uses no variables, wherever they come from. */
function isAlone(container: ConfigNode, args: readonly PlacedText[]): boolean {
  if (entryIn(container, 'workingDir') !== undefined) return false;
  return args.length > 0 || entryIn(container, 'envFrom') === undefined;
}

const ownNames = /^(?:\/usr\/local\/bin\/|\/)?traefik$|^\/entrypoint\.sh$/;

/** Undefined if they are not known, or not those of Traefik. */
function argumentsOf(container: ConfigNode): readonly PlacedText[] | undefined {
  const [command, args] = [wordsIn(valueIn(container, 'command')), wordsIn(valueIn(container, 'args'))];
  if (command === undefined || args === undefined) return undefined;
  const [program, ...own] = command;
  // An empty command is that of the image.
  if (program !== undefined && !ownNames.test(program.value)) return undefined;
  return [...own, ...args];
}

/** Undefined if Kubernetes refuses them. */
function wordsIn(list: ConfigNode | undefined): readonly PlacedText[] | undefined {
  if (list === undefined || (list.kind === 'scalar' && list.type === 'null')) return [];
  if (list.kind !== 'list') return undefined;
  const words = list.items.flatMap((item) =>
    item.kind === 'scalar' && item.type === 'string' ? [withVariables(placedAt(item, item.text))] : [],
  );
  return words.length === list.items.length ? words : undefined;
}

/** Kubernetes puts values of variables in the place of `$(NAME)`, where `$$` is one sign. They are not looked up. */
function withVariables(word: PlacedText): PlacedText {
  if (!/\$[$(]/.test(word.value)) return word;
  const value = word.value.replace(/\$\$|\$\([^()]*\)/g, (found) => (found === '$$' ? '$' : unknownPart));
  return value === word.value ? word : { ...withPlaces(word), value, places: 'none' };
}

/** The variables that a list of `name` and `value` sets, as containers and values of Helm have it. */
export function variablesIn(list: ConfigNode | undefined): readonly EnvironmentVariable[] {
  return listItemsIn(list).flatMap((item) => {
    const name = placedIn(item, 'name');
    if (name === undefined) return [];
    const value = valueIn(item, 'value');
    const isGiven = entryIn(item, 'valueFrom') !== undefined;
    const written = value?.kind === 'scalar' ? withVariables(placedAt(value, value.text)) : { ...name, value: '' };
    return { name, value: isGiven ? { ...name, value: unknownPart, places: 'none' } : written };
  });
}
