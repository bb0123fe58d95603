import type { CompletionPlace } from '../config/files/completion';
import type { NamedObject } from '../config/files/definition';
import { isKnown } from '../config/source/placedText';
import { type Inventory, inventoryGroupOf, knownEntries } from '../proxy/model/inventory';
import type { ItemKind } from '../proxy/model/model';
import { matcherNames } from '../proxy/rules/matcherNames';
import type { RuleSyntax } from '../proxy/rules/rule';
import { ruleSyntaxOf } from '../proxy/rules/serverTraits';
import type { ReadProxy } from './readProxies';

const listed: Readonly<Partial<Record<CompletionPlace['of'], ItemKind>>> = {
  service: 'services',
  middleware: 'middlewares',
};

/** A name for a place. */
interface OfferedName {
  readonly text: string;
  /** The proxies that have it: none if only files have it, and for Traefik's own. */
  readonly proxies: readonly string[];
  /** Of a matcher whose value has a form of its own: an example. */
  readonly example?: string;
}

/**
 * The names for a place: matchers, or the names that the workspace's files declare and the proxies list, without
 * `@provider` if it is the file's. The matchers are those of the proxy that the file is for, or else of Traefik 3.
 *
 * @param provider the provider of the file, as names end with it
 */
export function completionNames(
  { of, protocol }: CompletionPlace,
  provider: string | undefined,
  declared: readonly NamedObject[],
  proxies: readonly ReadProxy[],
): readonly OfferedName[] {
  if (of === 'matcher') {
    const syntax = syntaxOf(proxies);
    return protocol === 'udp' ? [] : matcherNames(protocol, syntax).map((text) => offeredMatcher(text, syntax));
  }
  const found = new Map<string, string[]>();
  const add = (name: string, proxy?: string): void => {
    const text = provider !== undefined && name.endsWith(`@${provider}`) ? name.slice(0, -provider.length - 1) : name;
    const known = found.get(text) ?? [];
    found.set(text, proxy === undefined || known.includes(proxy) ? known : [...known, proxy]);
  };
  for (const { name, inventory } of proxies) for (const one of listedNames(of, protocol, inventory)) add(one, name);
  for (const one of declared) {
    if (one.kind === of && (one.protocol === protocol || of === 'tlsOptions') && isKnown(one.name)) add(one.name);
  }
  return [...found].map(([text, names]) => ({ text, proxies: names }));
}

function syntaxOf(proxies: readonly ReadProxy[]): RuleSyntax {
  const bound = proxies.find(({ isBound }) => isBound);
  return bound === undefined ? 'v3' : ruleSyntaxOf({}, bound.inventory);
}

/** To Traefik 2, a pattern of hosts is text with named expressions in braces, and only text without them. */
function offeredMatcher(text: string, syntax: RuleSyntax): OfferedName {
  const hasBraces = syntax === 'v2' && (text === 'HostRegexp' || text === 'HostSNIRegexp');
  return { text, proxies: [], ...(hasBraces && { example: '{name:.+}' }) };
}

function listedNames(
  of: CompletionPlace['of'],
  protocol: CompletionPlace['protocol'],
  inventory: Inventory,
): Iterable<string> {
  if (of === 'entryPoint') return knownEntries(inventory.entryPoints)?.items.keys() ?? [];
  const kind = listed[of];
  if (kind === undefined) return [];
  return knownEntries(inventoryGroupOf<ItemKind>(inventory, protocol, kind))?.items.keys() ?? [];
}
