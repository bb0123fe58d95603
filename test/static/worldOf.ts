import type { PlacedText, SourceFile } from '../../src/core/config/source/placedText';
import type { StaticWorld } from '../../src/core/config/static/staticWorld';
import type { CaseInput } from './cases';

/** The world of a recorded case: see README there, "A static case". Arguments and variables are files of one line each. */
export function worldOf({
  files = [],
  beside = [],
  directories,
  args = [],
  env = {},
  cwd = '/',
}: CaseInput): StaticWorld {
  const argsFile = { path: 'args', text: args.join('\n') };
  const variables = Object.entries(env);
  const envFile = { path: 'env', text: variables.map(([name, value]) => `${name}=${value}`).join('\n') };
  let at = 0;
  const placed = (file: SourceFile, value: string, skip: number): PlacedText => {
    const start = at;
    at += value.length + skip;
    return { value, file, start, end: start + value.length, places: 'verbatim' };
  };
  const placedArgs = args.map((arg) => placed(argsFile, arg, 1));
  at = 0;
  const environment = variables.map(([name, value]) => ({
    name: placed(envFile, name, 1),
    value: placed(envFile, value, 1),
  }));
  return {
    files: [...files, ...beside],
    directories,
    args: placedArgs,
    environment,
    workingDirectory: cwd,
    isIsolated: true,
  };
}
