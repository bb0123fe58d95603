import type { SourceFile } from '../source/placedText';

/** The key with all that is below it. */
const includePattern = /^include[ \t]*:.*(?:\n(?:[ \t#-].*)?)*/gm;
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
