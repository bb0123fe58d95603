import type { ConfigProblem } from '../model/configProblem';
import { isKnown, type PlacedText } from '../source/placedText';
import type { EnvironmentVariable } from './staticWorld';

/** What a file gives to the process of one Traefik in a container. */
export interface TraefikProcess {
  /** The tag of its image; undefined if it has none, or if that is not known. */
  readonly tag: string | undefined;
  /** What follows the name of the program. */
  readonly args: readonly PlacedText[];
  readonly environment: readonly EnvironmentVariable[];
  /** Whether these are all: no other file decides over its arguments and its variables. */
  readonly isWhole: boolean;
  /** The mounts that can bring a static file, or hide one. */
  readonly mounts: readonly StaticMount[];
  /** Why it is refused before Traefik starts. */
  readonly problems: readonly ConfigProblem[];
}

interface StaticMount {
  /** As written: a path, or the name of a volume; undefined if it comes from elsewhere. */
  readonly source: string | undefined;
  /** A path in the container. */
  readonly target: string;
}

const imagePattern = /^(?:[\w.:-]+\/)*traefik(?::([\w.-]+))?(?:@.*)?$/i;

/** The tag of an image of Traefik, if it is one. Unknown parts may stand in the tag only. */
export function traefikImage(image: string): { readonly tag: string | undefined } | undefined {
  const found = imagePattern.exec(image);
  return found === null ? undefined : { tag: found[1] };
}

/** Where a mount can bring a static file, or hide one. */
const staticPlaces =
  /^\/(?:|etc(?:\/traefik(?:\/traefik\.(?:toml|ya?ml))?)?|root(?:\/.*)?|traefik\.(?:toml|ya?ml))\/?$/;

/** Whether a mount can bring the static file of a Traefik with these arguments, or hide it. */
export function mayHoldStaticFile(target: string, args: readonly PlacedText[]): boolean {
  return staticPlaces.test(target) || configFilesIn(args).some((path) => isInside(path, target));
}

/** The paths that `--configFile` names. */
export function configFilesIn(args: readonly PlacedText[]): readonly string[] {
  return args.flatMap(({ value }, index) => {
    const [, path] = /^--?configfile(?:=(.*))?$/is.exec(value) ?? [];
    return /^--?configfile/i.test(value) ? [path ?? args[index + 1]?.value ?? ''] : [];
  });
}

/** Whether a path in a container is a place, or lies below it. */
export function isInside(path: string, place: string): boolean {
  const folder = place.endsWith('/') ? place : `${place}/`;
  return `${path}/`.startsWith(folder);
}

/** The image's script runs any other program in the place of Traefik. */
const otherProgram = /^(?:(?:ba|a)?sh$|\/)/;

/** Whether arguments certainly are those of Traefik, as the script of its image sees them, and all flags are known. */
export function areOfTraefik(args: readonly PlacedText[]): boolean {
  const [first] = args;
  if (first !== undefined && otherProgram.test(first.value)) return false;
  return args.every(({ value }) => isKnown(value.split('=', 1)[0] ?? ''));
}
