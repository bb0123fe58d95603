import type { PlacedText, SourceFile } from '../../src/core/config/source/placedText';
import { readYamlDocuments } from '../../src/core/config/source/yamlDocuments';
import { traefiksInCompose } from '../../src/core/config/static/composeStatic';
import type { StaticWorld } from '../../src/core/config/static/staticWorld';
import type { CaseInput } from './cases';

/** The path of the compose file of a case, which has none. */
export const composePath = 'compose.yml';

/** The Traefik of a compose file, if we read it as Compose did, which tells places in the file. */
export function composedOf({
  compose,
  args,
  env,
}: CaseInput): ReturnType<typeof traefiksInCompose>[number] | undefined {
  if (compose === undefined) return undefined;
  const file = { path: composePath, text: compose };
  const variables = { values: new Map<string, string>(), areAll: true };
  const all = traefiksInCompose(readYamlDocuments(file)[0]?.root, variables);
  const found = all.find(({ service }) => service === 'traefik');
  if (found === undefined || found.problems.length > 0) return found;
  const own = found.args.map(({ value }) => value);
  const variablesOf = found.environment.map(({ name, value }) => [name.value, value.value] as const);
  const isSame =
    JSON.stringify(own) === JSON.stringify(args ?? []) &&
    JSON.stringify(Object.fromEntries([...variablesOf].sort())) ===
      JSON.stringify(Object.fromEntries(Object.entries(env ?? {}).sort()));
  return isSame ? found : undefined;
}

/** The world of a recorded case: see README there, "A static case". Arguments and variables are files of one line each. */
export function worldOf(input: CaseInput): StaticWorld {
  const world = givenWorldOf(input);
  const composed = composedOf(input);
  return composed === undefined || composed.problems.length > 0
    ? world
    : { ...world, args: composed.args, environment: composed.environment };
}

function givenWorldOf({
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
