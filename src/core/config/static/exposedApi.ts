import * as l10n from '@vscode/l10n';
import type { DecodedStruct } from '../decode/decoded';
import type { ConfigProblem } from '../model/configProblem';
import { type ConfigNode, listItemsIn, textIn, valueIn } from '../source/configNode';
import { rangeOf } from '../source/placedText';
import { readListenAddress } from './listenAddress';
import { isOptionOn, optionAt, staticEntryPointsOf } from './staticModel';

/**
 * Traefik's API without authentication, on a port of a compose service that is published on all addresses of the
 * machine. None where that is not certain, such as for a port with a variable.
 */
export function exposedApiProblems(config: DecodedStruct | undefined, service: ConfigNode): readonly ConfigProblem[] {
  const insecure = optionAt(config, 'api.insecure')?.key;
  const entryPoint = staticEntryPointsOf(config).find(({ name }) => name === 'traefik');
  if (insecure === undefined || entryPoint === undefined || !isOptionOn(config, 'api.insecure')) return [];
  const address = readListenAddress(entryPoint.address);
  if (address.kind !== 'listens' || address.protocol !== 'tcp' || address.host !== '') return [];
  const { port } = address;
  const mode = textIn(service, 'network_mode');
  const isOpen =
    mode === undefined
      ? listItemsIn(valueIn(service, 'ports')).some((item) => publishesToAll(item, port))
      : mode === 'host';
  if (!isOpen) return [];
  const message = l10n.t(
    'With “api.insecure”, Traefik’s API and dashboard need no authentication, and the port {0} is published on all addresses of this machine. Publish it only on “{1}”, or turn the option off, and declare a router with authentication for “{2}”.',
    String(port),
    '127.0.0.1',
    'api@internal',
  );
  return [{ code: 'static.exposed', severity: 'warning', message, range: rangeOf(insecure) }];
}

/** Whether an item of `ports` certainly publishes a TCP port of the container on all addresses. */
function publishesToAll(item: ConfigNode, port: number): boolean {
  if (item.kind === 'list') return false;
  const { address, inside, protocol } =
    item.kind === 'map'
      ? { address: textIn(item, 'host_ip'), inside: textIn(item, 'target'), protocol: textIn(item, 'protocol') }
      : partsOfShort(item.text);
  const [, from, to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(inside ?? '') ?? [];
  return (
    everywhere.has(address ?? '') &&
    (protocol ?? 'tcp').toLowerCase() === 'tcp' &&
    Number(from) <= port &&
    port <= Number(to)
  );
}

/** `[[address:]host:]container[/protocol]`: a text with a variable has none, as that may be an address, too. */
function partsOfShort(text: string): Readonly<Record<'address' | 'inside' | 'protocol', string | undefined>> {
  const [ports = '', protocol] = text.split('/', 2);
  const container = ports.lastIndexOf(':');
  const host = container <= 0 ? -1 : ports.lastIndexOf(':', container - 1);
  const address = host < 0 ? undefined : ports.slice(0, host);
  return { address, inside: text.includes('$') ? undefined : ports.slice(container + 1), protocol };
}

const everywhere: ReadonlySet<string> = new Set(['', '0.0.0.0', '::', '[::]']);
