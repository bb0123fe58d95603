import { type ConfigNode, listItemsIn, textIn, valueIn } from '../source/configNode';
import { isKnown, type SourceFile } from '../source/placedText';
import { readYamlDocuments } from '../source/yamlDocuments';
import { interpolate } from './interpolate';

/** A wider range is not that of a single server. */
const widestRange = 20;
/** A file with more does not publish them for servers that Proxy Scout could show. */
const mostPorts = 50;

/**
 * The TCP ports of this machine that the services of a compose file publish, each once, in the order of the file: the
 * host's side of `ports`, in its short and its long syntax. Omits uncertain ones (variables, ports that Docker
 * chooses), those that are not reachable as `localhost` (other addresses), ranges of more than 20 ports, and all after
 * 50 ports. None for any other file.
 */
export function publishedPorts(file: SourceFile): readonly number[] {
  const [document, ...others] = readYamlDocuments(file);
  const services = others.length > 0 ? undefined : valueIn(document?.root, 'services');
  const found = new Set<number>();
  for (const { value: service } of services?.kind === 'map' ? services.entries : []) {
    const ports = valueIn(service, 'ports');
    if (ports?.kind !== 'list' || ports.tag === '!reset') continue;
    for (const item of listItemsIn(ports)) {
      for (const port of portsOf(item)) {
        found.add(port);
        if (found.size >= mostPorts) return [...found];
      }
    }
  }
  return [...found];
}

function portsOf(item: ConfigNode): readonly number[] {
  if (item.kind === 'list') return [];
  const isLong = item.kind === 'map';
  const text = isLong ? textIn(item, 'published') : item.text;
  const address = isLong ? (textIn(item, 'host_ip') ?? '') : '';
  const protocol = isLong ? (textIn(item, 'protocol') ?? 'tcp') : 'tcp';
  const [range, from, kind] = [text ?? '', address, protocol].map((value) => resolved(value, item));
  if (range === undefined || from === undefined || kind === undefined) return [];
  if (!isLong) return portsOfShort(range);
  return kind.toLowerCase() === 'tcp' && isLocal(from) ? portsInRange(range) : [];
}

/** A value as Compose reads it; undefined if it has a variable. */
function resolved(value: string, { file, start, end }: ConfigNode): string | undefined {
  const { text, faults } = interpolate({ value, file, start, end, places: 'none' }, undefined);
  return faults.length > 0 || !isKnown(text.value) ? undefined : text.value.trim();
}

/** `[address:]host:container[/protocol]`; if the host's side is missing or empty, Docker chooses a port. */
function portsOfShort(text: string): readonly number[] {
  const [ports = '', protocol = 'tcp'] = text.split('/', 2);
  const container = ports.lastIndexOf(':');
  if (protocol.toLowerCase() !== 'tcp' || container < 0) return [];
  const host = container === 0 ? -1 : ports.lastIndexOf(':', container - 1);
  return isLocal(host < 0 ? '' : ports.slice(0, host)) ? portsInRange(ports.slice(host + 1, container)) : [];
}

/** The addresses that are reachable as `localhost`: none, that of this machine, and those that stand for all. */
const local: ReadonlySet<string> = new Set(['', '0.0.0.0', '127.0.0.1', '::', '::1', '[::]', '[::1]']);

function isLocal(address: string): boolean {
  return local.has(address);
}

function portsInRange(text: string): readonly number[] {
  const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (first === undefined || from < 1 || to < from || to > 65_535 || to - from >= widestRange) return [];
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}
