import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import type { WrittenLabel } from '../decode/labelNodes';
import type { ConfigProblem } from '../model/configProblem';
import { shownName } from '../names/objectNames';
import { textPattern } from '../names/textPattern';
import { type ConfigNode, entryIn, textIn, valueIn } from '../source/configNode';
import { isKnown, rangeOf, unknownPart } from '../source/placedText';
import type { ComposeContext } from './composeContext';
import { type ComposeVariables, interpolatedText } from './interpolate';

/** The networks that a project declares, with their names in Docker: `unknownPart` for unknown parts. */
type ComposeNetworks = ReadonlyMap<string, string>;

/** Networks of a service by their keys. */
export type ServiceNetworks = ReadonlySet<string>;

/** The network that Compose makes for services that name none. */
const defaultNetwork = 'default';

/** Adds the networks that a file declares. */
export function addNetworks(
  networks: Map<string, string>,
  root: ConfigNode | undefined,
  { variables, project = unknownPart }: Pick<ComposeContext, 'variables' | 'project'>,
): void {
  const declared = valueIn(root, 'networks');
  for (const { key, value } of declared?.kind === 'map' ? declared.entries : []) {
    const external = entryIn(value, 'external')?.value;
    const isExternal = external !== undefined && !(external.kind === 'scalar' && external.text === 'false');
    const name = textIn(value, 'name') ?? textIn(external, 'name') ?? (isExternal ? key.text : undefined);
    const known = networks.get(key.text);
    if (name !== undefined || known === undefined) {
      networks.set(key.text, name === undefined ? `${project}_${key.text}` : interpolatedText(name, variables));
    }
  }
}

/** The networks that a service names; undefined if it names none. With `network_mode`, it has none of its own. */
export function networksOf(service: ConfigNode, variables: ComposeVariables): ServiceNetworks | 'other' | undefined {
  if (entryIn(service, 'network_mode') !== undefined) return 'other';
  const networks = valueIn(service, 'networks');
  if (networks?.kind === 'map') return new Set(networks.entries.map(({ key }) => key.text));
  if (networks?.kind !== 'list') return undefined;
  return new Set(
    networks.items.map((one) => (one.kind === 'scalar' ? interpolatedText(one.text, variables) : unknownPart)),
  );
}

/** Of Swarm, the older name counts, too (extractSwarmLabels in pkg/provider/docker/shared_labels.go). */
const networkPatterns = { docker: /^traefik\.docker\.network$/i, swarm: /^traefik\.(?:docker|swarm)\.network$/i };

/**
 * A label that names a network that the container is not on, according to its files: Traefik then takes any other one
 * (getIPAddress in pkg/provider/docker/config.go).
 *
 * @param networks those of the project
 */
export function networkProblem(
  labels: Iterable<WrittenLabel>,
  own: ServiceNetworks | 'other' | undefined,
  networks: ComposeNetworks,
  { project = unknownPart, provider }: Pick<ComposeContext, 'project' | 'provider'>,
): ConfigProblem | undefined {
  if (own === 'other' || (own === undefined && networks.size === 0)) return undefined;
  for (const { key, value } of labels) {
    if (!networkPatterns[provider].test(key.value) || value.value === '' || !isKnown(value.value)) continue;
    const problem = problemOf(value.value, own ?? new Set([defaultNetwork]), networks, project);
    if (problem !== undefined) {
      return { code: 'container.network', severity: 'warning', message: problem, range: rangeOf(value) };
    }
  }
  return undefined;
}

function problemOf(
  wanted: string,
  own: ServiceNetworks,
  networks: ComposeNetworks,
  project: string,
): string | undefined {
  // A network that the files do not declare may have any name.
  const nameOf = (key: string): string =>
    networks.get(key) ?? (key === defaultNetwork ? `${project}_${defaultNetwork}` : unknownPart);
  for (const key of own) if (textPattern(nameOf(key)).fits(wanted)) return undefined;
  const name = nameOf(wanted);
  if (own.has(wanted)) {
    return l10n.t(
      'Docker calls this network “{0}”, and Traefik looks for that name. Write it, or set “name” where the network is declared.',
      quoted(shownName(name)),
    );
  }
  return l10n.t(
    'The service is not on the network “{0}”, so that Traefik uses any other network of it. Add the network to the service, or correct the name.',
    quoted(wanted),
  );
}
