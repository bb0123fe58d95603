import { folderOf, type SourceFile } from '../source/placedText';

/** In the order in which Docker Compose looks for them in a folder: it reads only the first existing one. */
const baseNames = ['compose.yaml', 'compose.yml', 'docker-compose.yml', 'docker-compose.yaml'];
const overrideNames = [
  'compose.override.yml',
  'compose.override.yaml',
  'docker-compose.override.yml',
  'docker-compose.override.yaml',
];
/** The usual names of compose files, also of those that must be named to Docker Compose. */
export const composeName = /(?:^|\/)(?:docker-)?compose[\w.-]*\.ya?ml$/i;
const override = /\.override\.ya?ml$/i;

/**
 * The compose files that are read together with `path`, including it: the first base and the first override that Docker
 * Compose finds in its folder, if it is one of these; or an override of another name and its base. Any other file is
 * alone.
 *
 * @param isThere whether a file exists, for the paths of `composePathsBeside`
 * @returns the paths, overriding files last, and the place, which identifies the group, whichever of its files exist
 * @see https://github.com/compose-spec/compose-go/blob/v2.4.0/cli/options.go (DefaultFileNames, WithDefaultConfigPath)
 */
export function composeFilesWith(
  path: string,
  isThere: (path: string) => boolean,
): { readonly place: string; readonly paths: readonly string[] } {
  const { place, bases, overrides } = candidatesOf(path);
  const found = [bases, overrides].flatMap((paths) => paths.find((one) => one === path || isThere(one)) ?? []);
  return found.includes(path) ? { place, paths: found } : { place: path, paths: [path] };
}

/** The paths of all files, at most seven, that decide the group of a compose file, whether they exist or not. */
export function composePathsBeside(path: string): readonly string[] {
  const { bases, overrides } = candidatesOf(path);
  return [...bases, ...overrides].filter((one) => one !== path);
}

/** The name of the file with the variables of a project. */
export const envName = '.env';

/** In bytes, or UTF-16 units: larger ones are not read. */
export const largestEnv = 65_536;

/** The path of the file with the variables of a compose file's project, whether it exists or not. */
export function envPathBeside(path: string): string {
  return folderOf(path) + envName;
}

function candidatesOf(path: string) {
  const folder = folderOf(path);
  const name = path.slice(folder.length);
  const inFolder = (names: readonly string[]): readonly string[] => names.map((one) => folder + one);
  if (baseNames.includes(name) || overrideNames.includes(name)) {
    return { place: folder, bases: inFolder(baseNames), overrides: inFolder(overrideNames) };
  }
  const bases = override.test(name) ? ['.yml', '.yaml'].map((ending) => path.replace(override, ending)) : [];
  return { place: path, bases, overrides: [path] };
}

/** The key with all that is below it. */
const includePattern = /^include[ \t]*:.*(?:\r?\n(?:[ \t#-].*)?)*/gm;
const wordPattern = /[^\s"'[\],{}:]+/g;

/**
 * The paths of all files that a compose file may include, written like that of the file itself. Duplicates, paths in
 * comments, and paths of another folder do no harm: of an included file, only less is known.
 *
 * @see https://github.com/compose-spec/compose-go/blob/v2.13.0/loader/include.go (ApplyInclude)
 */
function includedPaths({ path: file, text }: SourceFile): readonly string[] {
  if (!/\.ya?ml$/i.test(file) || !text.includes('include')) return [];
  return (text.match(includePattern) ?? []).flatMap((block) =>
    (block.match(wordPattern) ?? []).filter((word) => /\.ya?ml$/i.test(word)).map((path) => pathFrom(file, path)),
  );
}

/** By the paths of included files, those of the files that include them. */
export type IncludedBy = ReadonlyMap<string, readonly string[]>;

/** Which of some files include which others. */
export function includesIn(files: readonly SourceFile[]): IncludedBy {
  const includes = new Map<string, string[]>();
  for (const file of files) {
    for (const path of new Set(includedPaths(file))) {
      const known = includes.get(path);
      if (known === undefined) includes.set(path, [file.path]);
      else known.push(file.path);
    }
  }
  return includes;
}

function pathFrom(file: string, path: string): string {
  if (path.startsWith('/')) return path;
  const names = file.split('/').slice(0, -1);
  for (const name of path.split('/')) {
    if (name === '..' && names.length > 0 && names.at(-1) !== '..') names.pop();
    else if (name !== '.' && name !== '') names.push(name);
  }
  return names.join('/');
}
