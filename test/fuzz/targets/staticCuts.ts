import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkConfigGroups } from '../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../src/core/config/files/readConfigFiles';
import { staticFactsIn } from '../../../src/core/config/files/staticGroups';
import { clusterFacts, fileProviderNames } from '../../../src/core/config/files/traefikFacts';
import type { SourceFile } from '../../../src/core/config/source/placedText';
import { recordingsFolder } from '../../recordings/read';
import type { Dice } from '../../servers/traefik/dice';
import { type CaseInput, readStaticCases } from '../../static/cases';
import { cut, wrongRange } from './cuts';
import type { Target } from './target';

/** How many a round makes. */
const cutsInRound = 10;

let known: readonly CaseInput[] | undefined;

/** The inputs of static configurations that are recorded. */
function inputs(): readonly CaseInput[] {
  const folder = join(recordingsFolder(), 'static');
  known ??= readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readStaticCases(readFileSync(join(folder, name), 'utf8')))
    .map(({ input }) => input);
  return known;
}

/** Static configurations in files that are cut somewhere: nothing throws, and every place is in its file. */
export const staticCuts: Target = async ({ dice, watch }) => {
  for (let times = 0; times < cutsInRound; times++) {
    const written = fileOf(dice.pick(inputs()), dice);
    const file = { ...written, text: cut(written.text, dice) };
    const beside = { path: 'routes.yml', text: routes };
    const files = [file, beside];
    const told = await watch.call(`static configuration in ${file.path}`, () => {
      const byPath = new Map(files.map((one) => [one.path, one]));
      clusterFacts(files)(beside);
      fileProviderNames(files, byPath)(beside.path);
      const { problems, paths } = staticFactsIn(file, byPath);
      const checked = checkConfigGroups(readConfigFiles(files), {});
      return { declarations: [], problems: [...problems, ...checked], paths };
    });
    const wrong = told === undefined ? undefined : wrongRange(told, files);
    if (wrong !== undefined) {
      watch.say({ kind: 'protocol', what: `a place in ${file.path}`, told: JSON.stringify([wrong, file.text]) });
    }
  }
};

const routes = `apiVersion: traefik.io/v1alpha1
kind: IngressRoute
metadata: {name: app}
spec: {entryPoints: [web], routes: [{kind: Rule, match: Path(\`/\`), services: [{name: app, port: 80}]}]}
`;

/** A file with a static configuration: its own one, or one that gives the same arguments to Traefik. */
function fileOf({ compose, files = [], args = [] }: CaseInput, dice: Dice): SourceFile {
  const [own] = files;
  if (compose !== undefined) return { path: 'compose.yml', text: compose };
  if (own !== undefined) return { path: own.path.slice(1), text: own.text };
  const list = `[${args.map((arg) => JSON.stringify(arg)).join(', ')}]`;
  const mount = dice.pick(['', ', volumes: ["./conf:/etc/traefik"]']);
  const text = dice.pick([
    `services: {traefik: {image: "traefik:v3.7", command: ${list}${mount}, ports: ["8080:8080"]}}\n`,
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: traefik}\nspec:\n  template:\n    spec:\n      containers: [{image: traefik, args: ${list}}]\n`,
    `image: {tag: v3.7}\nports: {web: {port: 80}, extra: null}\nadditionalArguments: ${list}\n`,
    `apiVersion: helm.cattle.io/v1\nkind: HelmChartConfig\nmetadata: {name: traefik}\nspec:\n  valuesContent: |-\n    additionalArguments: ${list}\n    ports: {web: {}}\n`,
  ]);
  return { path: 'traefik.yml', text };
}
