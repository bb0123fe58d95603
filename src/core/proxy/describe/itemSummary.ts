import { numberText } from '../../../l10n/numbers';
import { maskText } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import type { ServiceHealth } from '../model/health';
import type { Inventory } from '../model/inventory';
import type { ItemGraph } from '../model/itemGraph';
import { entryPointsOf, type Item, isInternal, type Middleware, type Router, type Service } from '../model/model';
import { originalOfCopy } from '../model/originalOfCopy';
import { routerPriorityOf } from '../rules/priority';
import { ariaText, countText, itemNames, joinedParts, statusNames } from './labels';
import type { ViewOptions } from './viewOptions';

/** Code points of a name shown in a row. Real ones are far shorter: a container's name and a provider's. */
const LONGEST_NAME = 300;
/** Code points of a description. Rules are shown whole: real ones with sixty hosts have about 2,700. */
const LONGEST_DESCRIPTION = 4_000;

/** A server's text as one visible line, short enough for a row's label. */
export function nameText(name: string): string {
  return plainText(name, LONGEST_NAME) || '(no name)';
}

/** What an item is described by besides itself. */
interface SummaryContext {
  readonly inventory: Inventory;
  readonly graph: ItemGraph;
  readonly viewOptions: ViewOptions;
}

/** What a row says of an item. */
interface Summary {
  readonly label: string;
  readonly description?: string;
  readonly spoken: string;
}

/**
 * What an item's row says. A side bar is narrow, so the description begins with what is wrong, in two or three words, and
 * ends with what tells the item from its neighbours: a router's rule, a service's or middleware's type.
 *
 * @param role what the item is to the row above, such as `weight 3`; it comes first
 */
export function itemSummary(item: Item, context: SummaryContext, role?: string): Summary {
  const label = nameText(item.name);
  const origin = isInternal(item) ? 'built in' : undefined;
  const trouble = troubleOf(item);
  const health = item.kind === 'middlewares' ? undefined : healthText(item, context);
  const traits = traitsOf(item, context);
  // A rule may ask for a header with a secret in it.
  const essence = plain(maskText(essenceOf(item) ?? ''));
  const description = joinedParts(role, trouble, health, origin, ...traits, essence);
  return {
    label,
    ...(description === '' ? {} : { description }),
    spoken: [
      `${itemNames[item.kind]} ${label}`,
      statusNames[item.status],
      ariaText(role, trouble, health, origin, ...traits),
      essence === undefined ? '' : `${essenceName(item)}${essence}`,
    ]
      .filter((part) => part !== '')
      .join(', '),
  };
}

/**
 * What is not served has no health worth a place in its row, nor have built-in services, which have no servers. A router's
 * is said where servers are down only; a service's always, since nothing else in its row tells it.
 */
function healthText(item: Router | Service, { graph }: SummaryContext): string | undefined {
  if (item.status === 'disabled' || (item.kind === 'services' && isInternal(item))) return undefined;
  const health = graph.healthOf(item);
  if (item.kind === 'services' && item.loadBalancer !== undefined && health.total === 0) return 'no servers';
  const isSaid = item.kind === 'services' || health.state === 'down' || health.state === 'partly';
  return isSaid ? healthSummary(health) : undefined;
}

/** `2 of 3 up`, `down`, `not checked`; `partly down` where the others are not checked. */
export function healthSummary({ state, up, total }: ServiceHealth): string {
  if (state === 'partly' && up === 0) return 'partly down';
  switch (state) {
    case 'down':
      return 'down';
    case 'notChecked':
      return 'not checked';
    case 'up':
    case 'partly':
      return `${numberText(up)} of ${numberText(total)} up`;
  }
}

/** What a router is besides its rule. */
function traitsOf(item: Item, { inventory, viewOptions }: SummaryContext): readonly (string | undefined)[] {
  if (item.kind !== 'routers') return NONE;
  const copy = originalOfCopy(item, inventory);
  const priority = viewOptions.sorting === 'priority' ? routerPriorityOf(item, inventory.version) : undefined;
  return [
    priority === undefined ? undefined : `priority ${priority.value}${priority.computed ? ', computed' : ''}`,
    copy === undefined ? undefined : plain(`copy of ${copy.of} for ${copy.entryPoint}`),
  ];
}

const NONE: readonly string[] = [];

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

function essenceName(item: Item): string {
  if (item.kind !== 'routers') return '';
  return item.rule === undefined ? 'entry points ' : 'rule ';
}

/** UDP has no rules: a router takes all that arrives at its entry points. */
function ofRouter(router: Router): string | undefined {
  return router.rule ?? (router.protocol === 'udp' ? entryPointsOf(router).join(', ') : undefined);
}

/** A service's type, and how many it leads to. */
export function serviceSummary(service: Service): string | undefined {
  const { type, loadBalancer, weighted, highestRandomWeight, mirroring } = service;
  if (type === undefined) return undefined;
  if (loadBalancer !== undefined) {
    const servers = loadBalancer.servers?.length ?? 0;
    return servers === 0 ? type : `${type}, ${countText(servers, 'server')}`;
  }
  const children = weighted ?? highestRandomWeight;
  if (children !== undefined) return `${type}, ${countText(children.services?.length ?? 0, 'service')}`;
  if (mirroring !== undefined) return `${type}, ${countText(mirroring.mirrors?.length ?? 0, 'mirror')}`;
  return type;
}

/** A middleware's type; of a plugin its name. */
export function middlewareSummary({ type, isPlugin }: Middleware): string | undefined {
  return isPlugin ? `plugin ${type ?? ''}`.trimEnd() : type;
}

/** What a router's TLS is. That it is there, even if empty, means that it is on. */
export function tlsText({ options, certResolver, passthrough }: NonNullable<Router['tls']>): string {
  const parts = [
    ...(passthrough === true ? ['passed through to the servers'] : []),
    ...(options === undefined ? [] : [`options ${options}`]),
    ...(certResolver === undefined ? [] : [`certificate resolver ${certResolver}`]),
  ];
  return ['on', ...parts].join(', ');
}

function plain(text: string): string | undefined {
  return plainText(text, LONGEST_DESCRIPTION) || undefined;
}

/**
 * What Traefik's messages say is wrong, in two or three words, so that a narrow row begins with it. The whole messages are
 * the rows below the item.
 *
 * @see https://github.com/traefik/traefik/tree/v3.7/pkg/server/router, …/service and …/middleware
 */
const troubles: readonly (readonly [message: RegExp, words: string])[] = [
  [/TLSOptions configuration is conflicting/i, 'conflicting TLS options'],
  [/unknown TLS options/i, 'unknown TLS options'],
  [/error while parsing rule|error while adding rule|invalid rule/i, 'bad rule'],
  [/recursion detected|cyclic/i, 'refers to itself'],
  [/\bservice "[^"]*" does not exist/i, 'missing service'],
  [/\bmiddleware "[^"]*" does not exist/i, 'missing middleware'],
  [/entryPoint "[^"]*" doesn't exist|no valid entryPoint/i, 'missing entry point'],
  [/has no service/i, 'no service'],
  [/is not reachable/i, 'not reachable'],
  [/error parsing regexp/i, 'bad expression'],
  [/error parsing server URL/i, 'bad server URL'],
  [/multi-types middleware/i, 'two types at once'],
];

/** What is wrong with an item by its configuration; undefined where nothing is. */
function troubleOf({ status, errors }: Item): string | undefined {
  if (status !== 'disabled' && status !== 'warning') return undefined;
  for (const [message, words] of troubles) {
    if (errors.some((error) => message.test(error))) return words;
  }
  return status === 'disabled' ? 'error' : 'warning';
}
