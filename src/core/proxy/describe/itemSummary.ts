import * as l10n from '@vscode/l10n';
import { numberText } from '../../../l10n/numbers';
import { plural } from '../../../l10n/plural';
import { maskText } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import { leadsToServers } from '../model/condition';
import type { ServiceHealth } from '../model/health';
import type { Inventory } from '../model/inventory';
import type { ItemGraph } from '../model/itemGraph';
import { shortItemName } from '../model/itemName';
import { entryPointsOf, type Item, isInternal, type Middleware, type Router, type Service } from '../model/model';
import { originalOfCopy } from '../model/originalOfCopy';
import { routerPriorityOf } from '../rules/priority';
import { ariaText, itemCountText, itemTitles, joinedParts, serverHealthNames, statusName } from './labels';
import type { ViewOptions } from './viewOptions';

/** Code points of a name shown in a row. Real names, of a container and a provider, are far shorter. */
const longestName = 300;
/** Code points of a description. Real rules with sixty hosts have about 2,700, and are shown whole. */
const longestDescription = 4_000;

/** Server text as one visible line, short enough for a row's label. */
export function nameText(name: string): string {
  return plainText(name, longestName) || l10n.t('(no name)');
}

interface SummaryContext {
  readonly inventory: Inventory;
  readonly graph: ItemGraph;
  readonly viewOptions: ViewOptions;
}

interface Summary {
  readonly label: string;
  readonly description?: string;
  readonly spoken: string;
}

/**
 * The texts of an item's row. A side bar is narrow, so the description starts with the trouble, in two or three words,
 * and ends with what distinguishes the item from its neighbors: a router's rule, a service's or middleware's type.
 *
 * @param role the item's role for the row above, such as `weight 3`; it comes first
 */
export function itemSummary(item: Item, context: SummaryContext, role?: string): Summary {
  const label = nameText(shortItemName(context.inventory, item));
  const trouble = troubleOf(item);
  const health = item.kind === 'middlewares' ? undefined : healthText(item, context);
  const traits = traitsOf(item, context);
  // A rule may contain a secret as the value of a header.
  const essence = plain(maskText(essenceOf(item) ?? ''));
  const description = joinedParts(role, trouble, health, ...traits, essence);
  return {
    label,
    ...(description === '' ? {} : { description }),
    spoken: [
      itemTitles[item.kind](label),
      statusName(item.status),
      ariaText(role, trouble, health ?? iconHealth(item, context), ...traits),
      essence === undefined ? '' : spokenEssence(item, essence),
    ]
      .filter((part) => part !== '')
      .join(', '),
  };
}

/** The trouble of an item and the health of its servers, as in its row: `service not found`, `2 of 3 up`; or empty. */
export function stateText(item: Item, graph: ItemGraph): string {
  return joinedParts(troubleOf(item), item.kind === 'middlewares' ? undefined : healthText(item, { graph }));
}

/**
 * Disabled items and built-in services (which have no servers) show no health. Routers show it only if servers are
 * down. Services always show it, because their icon and the rest of the row do not.
 */
function healthText(item: Router | Service, { graph }: Pick<SummaryContext, 'graph'>): string | undefined {
  if (item.status === 'disabled' || (item.kind === 'services' && isInternal(item))) return undefined;
  const health = graph.healthOf(item);
  if (item.kind === 'services' && item.loadBalancer !== undefined && health.total === 0) return l10n.t('no servers');
  const isHealthShown = item.kind === 'services' || health.state === 'down' || health.state === 'partly';
  return isHealthShown ? healthSummary(health) : undefined;
}

/** The health that only the icon of a router shows. */
function iconHealth(item: Item, { graph }: SummaryContext): string | undefined {
  if (item.kind !== 'routers' || item.status === 'disabled' || !leadsToServers(item)) return undefined;
  return healthSummary(graph.healthOf(item));
}

/**
 * `2 of 3 up`, `down`, `no health check`, `partially down`, `partially checked`; `main up` if only fallbacks are down.
 */
export function healthSummary({ state, up, total }: ServiceHealth): string {
  if (up === undefined || total === undefined) {
    if (state === 'partly') return l10n.t('partially down');
    return state === 'notChecked' ? l10n.t('not all checked') : serverHealthNames[state]();
  }
  if (state === 'partly' && up === 0) return l10n.t('partially down');
  if (state === 'up' && up < total) return l10n.t('main up');
  switch (state) {
    case 'down':
      return serverHealthNames.down();
    case 'notChecked':
      return up === 0 ? serverHealthNames.notChecked() : l10n.t('partially checked');
    case 'up':
    case 'partly':
      return l10n.t('{0} of {1} up', numberText(up), numberText(total));
  }
}

/** The traits of a router besides its rule. */
function traitsOf(item: Item, { inventory, viewOptions }: SummaryContext): readonly (string | undefined)[] {
  if (item.kind !== 'routers') return none;
  const copy = originalOfCopy(item, inventory);
  const priority = viewOptions.sorting === 'priority' ? routerPriorityOf(item, inventory.version) : undefined;
  return [
    priority && priorityText(priority),
    copy === undefined ? undefined : plain(l10n.t('copy of {0} for {1}', copy.of, copy.entryPoint)),
  ];
}

function priorityText({ value, computed }: { readonly value: bigint; readonly computed: boolean }): string {
  return computed ? l10n.t('priority {0} (computed)', String(value)) : l10n.t('priority {0}', String(value));
}

const none: readonly string[] = [];

function essenceOf(item: Item): string | undefined {
  switch (item.kind) {
    case 'routers':
      return ofRouter(item);
    case 'services':
      return serviceSummary(item);
    case 'middlewares':
      return middlewareSummary(item);
  }
}

function spokenEssence(item: Item, essence: string): string {
  if (item.kind !== 'routers') return ariaText(essence);
  return item.rule === undefined ? l10n.t('entry points {0}', essence) : l10n.t('rule {0}', essence);
}

/** UDP has no rules: a router gets all traffic of its entry points. */
function ofRouter(router: Router): string | undefined {
  return router.rule ?? (router.protocol === 'udp' ? entryPointsOf(router).join(', ') : undefined);
}

/** A service's type, and the number of servers or services that it leads to. */
export function serviceSummary(service: Service): string | undefined {
  const { type, loadBalancer, weighted, highestRandomWeight, mirroring } = service;
  if (type === undefined) return undefined;
  if (loadBalancer !== undefined) {
    const servers = loadBalancer.servers?.length ?? 0;
    return servers === 0 ? type : joinedParts(type, plural(servers, { one: '{0} server', other: '{0} servers' }));
  }
  const children = weighted ?? highestRandomWeight;
  if (children !== undefined) return joinedParts(type, itemCountText(children.services?.length ?? 0, 'services'));
  if (mirroring !== undefined) {
    const mirrors = mirroring.mirrors?.length ?? 0;
    const count = mirrors === 0 ? l10n.t('no mirrors') : plural(mirrors, { one: '{0} mirror', other: '{0} mirrors' });
    return joinedParts(type, count);
  }
  return type;
}

/** A middleware's type, or the name of its plugin. */
export function middlewareSummary({ type, isPlugin }: Middleware): string | undefined {
  if (!isPlugin) return type;
  return type === undefined ? l10n.t('plugin') : l10n.t('plugin {0}', type);
}

/** A router's TLS. Even an empty section means that TLS is on. */
export function tlsText({ options, certResolver, passthrough }: NonNullable<Router['tls']>): string {
  return joinedParts(
    onText(),
    passthrough === true ? l10n.t('passed through to the servers') : undefined,
    options === undefined ? undefined : l10n.t('options {0}', options),
    certResolver === undefined ? undefined : l10n.t('certificate resolver {0}', certResolver),
  );
}

/** For TLS, tracing and other features. */
export function onText(): string {
  return l10n.t({ message: 'on', args: [], comment: 'a feature that is switched on' });
}

export function offText(): string {
  return l10n.t({ message: 'off', args: [], comment: 'a feature that is switched off' });
}

function plain(text: string): string | undefined {
  return plainText(text, longestDescription) || undefined;
}

/**
 * Traefik's messages in two or three words, so that a narrow row can start with them. The rows below the item have the
 * whole messages.
 *
 * @see https://github.com/traefik/traefik/tree/v3.7/pkg/server/router, …/service and …/middleware
 */
const troubles: readonly (readonly [message: RegExp, words: () => string])[] = [
  [/TLSOptions configuration is conflicting/i, () => l10n.t('conflicting TLS options')],
  [/unknown TLS options/i, () => l10n.t('unknown TLS options')],
  [/error while parsing rule|error while adding rule|invalid rule/i, () => l10n.t('invalid rule')],
  [/recursion detected|cyclic/i, () => l10n.t('circular reference')],
  [/\bservice "[^"]*" does not exist/i, () => l10n.t('service not found')],
  [/\bmiddleware "[^"]*" does not exist/i, () => l10n.t('middleware not found')],
  [/entryPoint "[^"]*" doesn't exist|no valid entryPoint/i, () => l10n.t('entry point not found')],
  [/has no service/i, () => l10n.t('no service')],
  [/is not reachable/i, () => l10n.t('unreachable')],
  [/error parsing regexp/i, () => l10n.t('invalid regular expression')],
  [/error parsing server URL/i, () => l10n.t('invalid server URL')],
  [/multi-types middleware/i, () => l10n.t('more than one type')],
];

/** The trouble that Traefik reports about an item's configuration; undefined if there is none. */
function troubleOf({ status, errors }: Item): string | undefined {
  return status === 'disabled' || status === 'warning' ? reportedTrouble(status, errors) : undefined;
}

/** Errors of Traefik's in two or three words. */
export function reportedTrouble(status: Item['status'], errors: readonly string[]): string {
  for (const [message, words] of troubles) {
    if (errors.some((error) => message.test(error))) return words();
  }
  return status === 'disabled' ? l10n.t('error') : l10n.t('warning');
}
