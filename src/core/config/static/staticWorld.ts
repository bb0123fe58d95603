import { folderOf, type PlacedText, type SourceFile } from '../source/placedText';

/** A variable of the environment of Traefik's process. */
export interface EnvironmentVariable {
  readonly name: PlacedText;
  readonly value: PlacedText;
}

/** What decides over the static configuration of one Traefik: all that its process sees, as far as it matters here. */
export interface StaticWorld {
  /** The files that are there, by absolute paths with `/`: other files do not exist. */
  readonly files: readonly SourceFile[];
  /** Directories that are there without a file. */
  readonly directories?: readonly string[] | undefined;
  /** What follows the name of the program. */
  readonly args: readonly PlacedText[];
  readonly environment: readonly EnvironmentVariable[];
  /** The working directory. */
  readonly workingDirectory: string;
  /** Whether it has no network but the loopback, and no name server: otherwise, addresses of a machine are not known. */
  readonly isIsolated?: boolean | undefined;
}

/** What stands at a path: `beside` if a part of the path is a file. */
export function lookUp(world: StaticWorld, path: string): SourceFile | 'directory' | 'beside' | undefined {
  const wanted = absolutePath(path, world.workingDirectory);
  for (const file of world.files) {
    if (file.path === wanted) return file;
    if (file.path.startsWith(wanted === '/' ? wanted : `${wanted}/`)) return 'directory';
    if (wanted.startsWith(`${file.path}/`)) return 'beside';
  }
  const isThere = (world.directories ?? []).some((one) => one === wanted || one.startsWith(`${wanted}/`));
  return isThere ? 'directory' : undefined;
}

/** A path without `.`, `..`, and double slashes, from the root (filepath.Abs of Go). */
export function absolutePath(path: string, workingDirectory: string): string {
  const parts: string[] = [];
  const whole = path.startsWith('/') ? [path] : [workingDirectory, path];
  for (const part of whole.join('/').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

const basePaths = ['/etc/traefik/traefik', '$XDG_CONFIG_HOME/traefik', '$HOME/.config/traefik', './traefik'];
const endings = ['toml', 'yaml', 'yml'];
const defaultHome = '/root';

/**
 * The file of the static configuration: the first that exists of the named one and those at Traefik's places.
 *
 * @param named the value of `--configFile`
 * @returns undefined if there is none; `beside` where a place cannot be looked at, because a part of its path is a file
 * @see https://github.com/traefik/paerser/blob/v0.2.2/cli/file_finder.go
 */
export function findStaticFile(
  world: StaticWorld,
  named: string | undefined,
): { readonly path: string; readonly there: SourceFile | 'directory' | 'beside' } | undefined {
  const own = named === undefined || named.trim() === '' ? [] : [named];
  for (const place of [...own, ...basePaths.flatMap((path) => endings.map((ending) => `${path}.${ending}`))]) {
    const path = withVariables(place, world);
    const there = path === '' ? undefined : lookUp(world, path);
    if (there !== undefined) return { path: absolutePath(path, world.workingDirectory), there };
  }
  return undefined;
}

/** Replaces `$NAME` and `${NAME}` as Go's os.ExpandEnv does: by nothing if a variable is not set. */
function withVariables(text: string, { environment }: StaticWorld): string {
  return text.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, inBraces?: string, plain?: string) => {
    const name = inBraces ?? plain ?? '';
    const found = environment.findLast((one) => one.name.value === name);
    return found?.value.value ?? (name === 'HOME' ? defaultHome : '');
  });
}

/** The folder that a path lies in, without the final slash. */
export function parentFolderOf(path: string): string {
  return folderOf(path).slice(0, -1) || '/';
}
