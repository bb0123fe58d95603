import { plainText } from '../text/plainText';
import type { Item, Middleware, Router, Service } from '../traefik/model';
import { counted, itemNames, statusNames } from './words';

/** Code points of a name shown in a row. Real ones are far shorter: a container's name and a provider's. */
const LONGEST_NAME = 300;
/** Code points of a description. Rules are shown whole: real ones with sixty hosts have about 2,700. */
const LONGEST_DESCRIPTION = 4_000;

/** The name of an item as one visible line. */
export function labelOf({ name }: Item): string {
  return plainText(name, LONGEST_NAME) || '(no name)';
}

/** What tells an item from its neighbours in one line: a router's rule, a service's or middleware's type. */
export function descriptionOf(item: Item): string | undefined {
  const text = rawDescription(item);
  return text === undefined ? undefined : plainText(text, LONGEST_DESCRIPTION) || undefined;
}

/** What a screen reader says of an item's row, icon included: `Router shop@docker, enabled, rule Host(…)`. */
export function spokenOf(item: Item): string {
  const description = descriptionOf(item);
  const start = `${itemNames[item.kind]} ${labelOf(item)}, ${statusNames[item.status]}`;
  if (description === undefined) return start;
  return `${start}, ${item.kind === 'routers' ? `${item.rule === undefined ? 'entry points' : 'rule'} ` : ''}${description}`;
}

function rawDescription(item: Item): string | undefined {
  switch (item.kind) {
    case 'routers':
      return ofRouter(item);
    case 'services':
      return ofService(item);
    case 'middlewares':
      return ofMiddleware(item);
  }
}

/** UDP has no rules: a router takes all that arrives at its entry points. */
function ofRouter({ rule, protocol, using, entryPoints }: Router): string | undefined {
  return rule ?? (protocol === 'udp' ? (using ?? entryPoints)?.join(', ') : undefined);
}

function ofService({ type, loadBalancer, weighted, highestRandomWeight, mirroring }: Service): string | undefined {
  if (type === undefined) return undefined;
  if (loadBalancer !== undefined) return `${type}, ${counted(loadBalancer.servers?.length ?? 0, 'server')}`;
  const children = weighted ?? highestRandomWeight;
  if (children !== undefined) return `${type}, ${counted(children.services?.length ?? 0, 'service')}`;
  if (mirroring !== undefined) return `${type}, ${counted(mirroring.mirrors?.length ?? 0, 'mirror')}`;
  return type;
}

function ofMiddleware({ type, isPlugin }: Middleware): string | undefined {
  return isPlugin ? `plugin ${type ?? ''}`.trimEnd() : type;
}
