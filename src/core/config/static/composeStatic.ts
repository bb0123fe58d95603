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
import { areOfTraefik, configFilesIn, mayHoldStaticFile, type TraefikProcess, traefikImage } from './traefikProcess';

/** A Traefik in a compose file: what its service gives to the process. */
interface ComposeTraefik extends TraefikProcess {
  readonly service: string;
  readonly node: ConfigNode;
  /** The file that its arguments name. */
  readonly configFile: string | undefined;
  /** What is mounted into it; undefined if that is not known. */
  readonly volumes: readonly ComposeMount[] | undefined;
}

/** A volume of a service. */
export interface ComposeMount {
  /** As written: relative to the compose file, an absolute path, or the name of a volume. */
  readonly source: string;
  readonly target: string;
}

/** The services of a compose file that run Traefik's image, with their arguments and variables. */
export function traefiksInCompose(
  root: ConfigNode | undefined,
  variables: ComposeVariables,
): readonly ComposeTraefik[] {
  const services = valueIn(root, 'services');
  if (services?.kind !== 'map') return [];
  return services.entries.flatMap(({ key, value }): readonly ComposeTraefik[] => {
    const image = interpolatedText(textIn(value, 'image') ?? '', variables);
    const found = traefikImage(image.replaceAll(unknownPart, 'x'));
    if (found === undefined) return [];
    const problems: ConfigProblem[] = [];
    const args = argumentsOf(value, variables, problems);
    const environment = environmentOf(value, variables, problems);
    const volumes = listItemsIn(valueIn(value, 'volumes')).map(partsOfMount);
    return [
      {
        service: key.text,
        node: value,
        configFile: configFilesIn(args ?? [])[0],
        tag: isKnown(image) ? found.tag : undefined,
        args: args ?? [],
        environment,
        isWhole: args !== undefined && areOfTraefik(args) && isAlone(value, args),
        mounts: volumes.filter(({ target }) => !isKnown(target) || mayHoldStaticFile(target, args ?? [])),
        volumes: areVolumesKnown(value, volumes) ? volumes : undefined,
        problems,
      },
    ];
  });
}

const otherSources = ['extends', 'entrypoint', 'working_dir', 'configs', 'secrets', 'volumes_from'];

/** Beside flags, Traefik uses no variables, wherever they come from. */
function isAlone(service: ConfigNode, args: readonly PlacedText[]): boolean {
  const sources = args.length > 0 ? otherSources : [...otherSources, 'env_file'];
  return sources.every((name) => entryIn(service, name) === undefined);
}

/** Whether nothing else brings files into the container, and no variable decides what is mounted where. */
function areVolumesKnown(service: ConfigNode, volumes: readonly ComposeMount[]): boolean {
  if (['build', 'volumes_from', 'tmpfs'].some((name) => entryIn(service, name) !== undefined)) return false;
  return volumes.every(({ source, target }) => target.startsWith('/') && isKnown(source + target));
}

/** The parts of an item of `volumes`, with an `unknownPart` for each variable. */
export function partsOfMount(mount: ConfigNode): ComposeMount {
  const partIn = (key: string): string => interpolatedText(textIn(mount, key) ?? '', undefined);
  if (mount.kind !== 'scalar') return { source: partIn('source'), target: partIn('target') || '/' };
  const [source = '', target = source] = interpolatedText(mount.text, undefined).split(':');
  return { source, target };
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
