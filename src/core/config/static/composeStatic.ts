import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { type ComposeVariables, interpolate, interpolatedText } from '../compose/interpolate';
import type { ConfigProblem } from '../model/configProblem';
import { type ConfigNode, type ConfigScalar, entryIn, listItemsIn, textIn, valueIn } from '../source/configNode';
import { isKnown, type PlacedText, partOf, placedAt, rangeOf, unknownPart } from '../source/placedText';
import { digitsOfInt } from '../source/scalars';
import { commandWords } from './commandWords';
import { refusal } from './staticSource';
import type { EnvironmentVariable } from './staticWorld';

/** A Traefik in a compose file: what its service gives to the process. */
interface ComposeTraefik {
  readonly service: string;
  readonly at: PlacedText;
  /** The tag of its image; undefined if it has none, or if that is not known. */
  readonly tag: string | undefined;
  readonly args: readonly PlacedText[];
  readonly environment: readonly EnvironmentVariable[];
  /** Whether these are all: no other file decides over its arguments and its variables. */
  readonly isWhole: boolean;
  /** Those of the volumes that can bring a static file, or hide one. */
  readonly mounts: readonly ComposeMount[];
  /** What is mounted into it; undefined if that is not known. */
  readonly volumes: readonly ComposeMount[] | undefined;
  /** Why Compose refuses the service. */
  readonly problems: readonly ConfigProblem[];
}

/** A volume of a service. */
export interface ComposeMount {
  /** As written: relative to the compose file, an absolute path, or the name of a volume. */
  readonly source: string;
  readonly target: string;
}

const imagePattern = /^(?:[\w.:-]+\/)*traefik(?::([\w.-]+))?(?:@.*)?$/i;

/** The services of a compose file that run Traefik's image, with their arguments and variables. */
export function traefiksInCompose(
  root: ConfigNode | undefined,
  variables: ComposeVariables,
): readonly ComposeTraefik[] {
  const services = valueIn(root, 'services');
  if (services?.kind !== 'map') return [];
  return services.entries.flatMap(({ key, value }): readonly ComposeTraefik[] => {
    const image = interpolatedText(textIn(value, 'image') ?? '', variables);
    const name = image.replaceAll(unknownPart, 'x');
    const found = imagePattern.exec(name);
    if (found === null) return [];
    const problems: ConfigProblem[] = [];
    const args = argumentsOf(value, variables, problems);
    const environment = environmentOf(value, variables, problems);
    const volumes = volumesOf(value);
    return [
      {
        service: key.text,
        at: placedAt(key, key.text),
        tag: isKnown(image) ? found[1] : undefined,
        args: args ?? [],
        environment,
        isWhole: args !== undefined && isAlone(value),
        mounts: volumes.filter(({ target }) => target.includes('$') || staticPlaces.test(target)),
        volumes: areVolumesKnown(value, volumes) ? volumes : undefined,
        problems,
      },
    ];
  });
}

const otherSources = ['extends', 'env_file', 'entrypoint', 'working_dir'];
/** Where a mount can bring a static file, or hide one. */
const staticPlaces =
  /^\/(?:|etc(?:\/traefik(?:\/traefik\.(?:toml|ya?ml))?)?|root(?:\/.*)?|traefik\.(?:toml|ya?ml))\/?$/;

function isAlone(service: ConfigNode): boolean {
  if (otherSources.some((name) => entryIn(service, name) !== undefined)) return false;
  if (entryIn(service, 'configs') !== undefined || entryIn(service, 'secrets') !== undefined) return false;
  return true;
}

function volumesOf(service: ConfigNode): readonly ComposeMount[] {
  return listItemsIn(valueIn(service, 'volumes')).map((mount) => {
    const [first = '', second] = mount.kind === 'scalar' ? mount.text.split(':') : [textIn(mount, 'source')];
    const target = mount.kind === 'scalar' ? (second ?? first) : (textIn(mount, 'target') ?? '/');
    return { source: first, target };
  });
}

/** Whether nothing else brings files into the container, and no variable decides what is mounted where. */
function areVolumesKnown(service: ConfigNode, volumes: readonly ComposeMount[]): boolean {
  if (['build', 'volumes_from', 'tmpfs'].some((name) => entryIn(service, name) !== undefined)) return false;
  return volumes.every(({ source, target }) => target.startsWith('/') && !/[$\uE000]/.test(source + target));
}

/** Undefined if they are not known. */
function argumentsOf(
  service: ConfigNode,
  variables: ComposeVariables,
  problems: ConfigProblem[],
): readonly PlacedText[] | undefined {
  const command = valueIn(service, 'command');
  if (command === undefined) return [];
  if (command.kind === 'list') {
    return command.items.flatMap((item) =>
      item.kind === 'scalar' ? interpolate(placedAt(item, textOf(item)), variables).text : [],
    );
  }
  if (command.kind !== 'scalar') return undefined;
  if (command.type === 'null') return [];
  const words = commandWords(interpolate(placedAt(command, command.text), variables).text);
  if (words === undefined) {
    problems.push(
      refusal(rangeOf(command), l10n.t('Compose cannot split this command into words. Write it as a list.')),
    );
  }
  return words;
}

/** Without those that have no value: Compose takes them from its own environment. */
function environmentOf(
  service: ConfigNode,
  variables: ComposeVariables,
  problems: ConfigProblem[],
): readonly EnvironmentVariable[] {
  const environment = valueIn(service, 'environment');
  if (environment?.kind === 'map') {
    return environment.entries.flatMap(({ key, value }) => {
      if (value.kind !== 'scalar' || value.type === 'null') return [];
      return { name: placedAt(key, key.text), value: interpolate(placedAt(value, textOf(value)), variables).text };
    });
  }
  return listItemsIn(environment).flatMap((item) => {
    if (item.kind !== 'scalar') return [];
    const { text } = interpolate(placedAt(item, item.text), variables);
    const sign = text.value.indexOf('=');
    const name = partOf(text, 0, sign < 0 ? text.value.length : sign);
    if (/\s$/.test(name.value)) {
      const words = l10n.t('Compose refuses the blank behind “{0}”. Remove it.', quoted(name.value.trimEnd()));
      problems.push(refusal(rangeOf(name), words));
    }
    return sign < 0 ? [] : { name, value: partOf(text, sign + 1, text.value.length) };
  });
}

function textOf({ type, text }: ConfigScalar): string {
  return type === 'int' ? digitsOfInt(text) : type === 'bool' ? text.toLowerCase() : text;
}
