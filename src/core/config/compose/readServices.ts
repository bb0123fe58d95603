import * as l10n from '@vscode/l10n';
import type { ConfigProblem } from '../model/configProblem';
import { type ConfigNode, type ConfigScalar, entryIn, listItemsIn, textIn, valueIn } from '../source/configNode';
import { placedAt, rangeOf, writtenAt } from '../source/placedText';
import type { ComposeContext } from './composeContext';
import { networksOf } from './composeNetworks';
import { type ComposeService, saysWhatRuns } from './extendedServices';
import { interpolatedText } from './interpolate';
import { doubledTitle, readLabels } from './readLabels';

/** The services of a document, by their names. */
export function servicesIn(
  root: ConfigNode | undefined,
  context: ComposeContext,
  problems: ConfigProblem[],
): ReadonlyMap<string, ComposeService> {
  const map = valueIn(root, 'services');
  const entries = map?.kind === 'map' ? map.entries : [];
  return new Map(entries.map(({ key, value }) => [key.text, serviceOf(key, value, context, problems)]));
}

function serviceOf(
  key: ConfigScalar,
  value: ConfigNode,
  context: ComposeContext,
  problems: ConfigProblem[],
): ComposeService {
  const { variables, provider } = context;
  const deploy = valueIn(value, 'deploy');
  if (provider === 'swarm') reportLoneDollars(deploy, problems);
  const containerName = textIn(value, 'container_name');
  const profiles = listItemsIn(valueIn(value, 'profiles')).flatMap((one) => (one.kind === 'scalar' ? [one.text] : []));
  const base = valueIn(value, 'extends');
  const isElsewhere = textIn(base, 'file') !== undefined;
  return {
    name: key.text,
    at: placedAt(key, key.text),
    labels: readLabels(value, context, problems),
    deployLabels: readLabels(deploy, context, problems),
    containerName: containerName === undefined ? undefined : interpolatedText(containerName, variables),
    hasPorts: listItemsIn(valueIn(value, 'ports')).length + listItemsIn(valueIn(value, 'expose')).length > 0,
    hasImage: saysWhatRuns(value),
    isPartial: isElsewhere || entryIn(value, 'label_file') !== undefined,
    extendsService: isElsewhere ? undefined : base?.kind === 'scalar' ? base.text : textIn(base, 'service'),
    networks: networksOf(value, variables),
    profiles: new Set(profiles.map((one) => interpolatedText(one, variables))),
    program: programOf(value),
  };
}

const programKeys = ['image', 'build', 'command', 'entrypoint'];
/** The most UTF-16 units of each of these values that are compared. */
const longestProgram = 500;

function programOf(service: ConfigNode): string {
  return programKeys
    .map((key) => {
      const node = valueIn(service, key);
      return node === undefined ? '' : `${key} ${writtenAt(node).slice(0, longestProgram)}`;
    })
    .join(' ')
    .trim();
}

/** A pair, which stands for one, or a sign that begins no variable. */
const dollars = /\$\$|\$(?![_A-Za-z{])/g;
const label = /^traefik\./i;
/** Longer values are not checked. */
const longest = 20_000;

/**
 * A `$` in the labels of a stack that begins no variable, such as in `$1` or at the end of a regular expression: Docker
 * Compose keeps it, but `docker stack deploy` refuses the file (docker/cli, cli/compose/template).
 */
function reportLoneDollars(deploy: ConfigNode | undefined, problems: ConfigProblem[]): void {
  const labels = valueIn(deploy, 'labels');
  const values =
    labels?.kind === 'map'
      ? labels.entries.flatMap(({ key, value }) => (label.test(key.text) && value.kind === 'scalar' ? [value] : []))
      : listItemsIn(labels).flatMap((item) => (item.kind === 'scalar' && label.test(item.text) ? [item] : []));
  for (const value of values) {
    if (value.text.length <= longest && doubled(value.text) !== value.text) problems.push(problemAt(value));
  }
}

function doubled(text: string): string {
  return text.replace(dollars, '$$$$');
}

function problemAt(value: ConfigScalar): ConfigProblem {
  const message = l10n.t('“docker stack deploy” refuses a “$” that begins no variable. Write “$$” for a dollar sign.');
  const range = rangeOf(value);
  const fix = { range, text: doubled(writtenAt(value)), title: doubledTitle() };
  return { code: 'compose.dollar', severity: 'warning', message, range, fix };
}
