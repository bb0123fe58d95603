import * as l10n from '@vscode/l10n';
import { quoted, quotedList } from '../../base/text/quoted';
import { type ConfigProblem, objectProblem, renameFix } from '../model/configProblem';
import { type CheckedValue, type Declaration, referencesOf } from '../model/declaration';
import { mostProblems } from '../model/problemLimit';
import { shownName } from '../names/objectNames';
import { isKnown, type PlacedText } from '../source/placedText';
import { isAbsent, type ObjectIndex } from './objectIndex';
import { faultOfValue } from './valueForms';

/** Why Traefik cannot build an object, at the place of the mistake. */
interface BuildFault extends Pick<ConfigProblem, 'code' | 'message' | 'fix' | 'untilDeployed'> {
  readonly at: PlacedText;
  /** The fault at the end of a chain of references, if it is not here. */
  readonly cause?: string | undefined;
}

/** The first fault, and the first that stays whatever is deployed. */
function firstsOf(faults: readonly BuildFault[]): readonly BuildFault[] {
  const [first, ...others] = faults;
  if (first?.untilDeployed !== true) return first === undefined ? [] : [first];
  const lasting = others.find(({ untilDeployed }) => untilDeployed !== true);
  return lasting === undefined ? [first] : [first, lasting];
}

/** Real chains of references are shorter, and longer ones would overflow the stack: their ends count as unknown. */
const deepest = 200;

/** Builds services and middlewares as the routers that use them do. Each is built once. */
export class ChainBuilder {
  /** Of each object: Traefik reports the first and stops, but the user has to fix each of them. */
  private readonly faults = new Map<Declaration, readonly BuildFault[]>();
  /** Faults of all objects after the first of each. */
  private others = 0;
  private readonly used = new Set<Declaration>();
  private readonly way: Declaration[] = [];

  constructor(private readonly index: ObjectIndex) {}

  /** The first fault of a service or middleware, if any, and the first that stays whatever is deployed. */
  build(one: Declaration): readonly BuildFault[] {
    const known = this.faults.get(one);
    if (known !== undefined) return firstsOf(known);
    if (this.way.length > deepest) return [];
    if (this.way.includes(one)) {
      const message = l10n.t('“{0}” refers to itself.', quoted(shownName(one.name)));
      return [{ code: 'ref.cycle', at: one.at, message }];
    }
    this.way.push(one);
    const found = this.faultsOf(one);
    this.way.pop();
    const firsts = firstsOf(found);
    const kept = found.filter((fault) => !firsts.includes(fault)).slice(0, Math.max(0, mostProblems - this.others));
    this.others += kept.length;
    this.faults.set(one, [...firsts, ...kept]);
    return firsts;
  }

  /** Records that a router uses it: then a fault of it disables it. */
  use(first: Declaration): void {
    const next = [first];
    for (let one = next.pop(); one !== undefined; one = next.pop()) {
      if (this.used.has(one)) continue;
      this.used.add(one);
      this.build(one);
      for (const [kind, name] of referencesOf(one)) {
        const target = this.index.target(one, one.protocol, kind, name.value);
        if (typeof target === 'object') next.push(target);
      }
    }
  }

  problems(): readonly ConfigProblem[] {
    return [...this.faults].flatMap(([one, found]) =>
      found.map(({ code, at, message, fix, untilDeployed }) => ({
        ...objectProblem(one, this.used.has(one) ? 'error' : 'warning', code, at, message),
        ...{ fix, untilDeployed },
      })),
    );
  }

  private faultsOf(one: Declaration): readonly BuildFault[] {
    switch (one.kind) {
      case 'service':
        return this.serviceFaults(one);
      case 'middleware':
        return this.middlewareFaults(one);
      case 'tlsOptions':
        return valueFaults(one.checked, this.index);
      default:
        return [];
    }
  }

  private serviceFaults(one: Declaration): readonly BuildFault[] {
    const { index } = this;
    const { service } = one;
    if (service === undefined) return [];
    if (service.types.length === 0) {
      const message = l10n.t('The service has no type, such as “loadBalancer”.');
      return [{ code: 'object.empty', at: one.at, message }];
    }
    if (service.types.length > 1) return [{ code: 'object.types', at: one.at, message: severalTypes(service.types) }];
    const { serversTransport } = service;
    const found = [...valueFaults(one.checked, index), ...balancerFaults(one)];
    if (
      serversTransport !== undefined &&
      index.target(one, one.protocol, 'serversTransport', serversTransport.value) === 'missing'
    ) {
      const { message, meant } = index.missing(one, one.protocol, 'serversTransport', serversTransport.value);
      found.push({ code: 'ref.unknown', at: serversTransport, message, fix: renameFix(serversTransport, meant) });
    }
    const children = this.childFaults(one, 'service', service.children);
    const unwatched: BuildFault[] = [];
    for (const watched of service.watched) {
      const target = index.target(one, one.protocol, 'service', watched.value);
      if (typeof target !== 'object' || target.service?.hasHealthCheck !== false) continue;
      const message = l10n.t(
        '“{0}” needs a health check, so that this service learns of its failures.',
        quoted(watched.value),
      );
      unwatched.push({ code: 'object.value', at: watched, message });
    }
    return [...found, ...children, ...unwatched, ...this.childFaults(one, 'middleware', service.middlewares)];
  }

  private middlewareFaults(one: Declaration): readonly BuildFault[] {
    const { middleware, checked = [] } = one;
    if (middleware === undefined) return [];
    if (middleware.types.length === 0) {
      const message = l10n.t('The middleware has no type, or one without options.');
      return [{ code: 'object.empty', at: one.at, message }];
    }
    // Of TCP, the last type counts; the problem about several types covers the others.
    if (middleware.types.length > 1 && one.protocol === 'http')
      return [{ code: 'object.types', at: one.at, message: severalTypes(middleware.types) }];
    if (checked.filter(({ form }) => form === 'plugin').length > 1) {
      return [{ code: 'object.types', at: one.at, message: l10n.t('A middleware can only have one plugin.') }];
    }
    return [
      ...valueFaults(checked, this.index),
      ...this.childFaults(one, 'service', middleware.service === undefined ? [] : [middleware.service]),
      ...this.childFaults(one, 'middleware', middleware.middlewares),
    ];
  }

  private childFaults(
    one: Declaration,
    kind: 'service' | 'middleware',
    names: readonly PlacedText[],
  ): readonly BuildFault[] {
    const found: BuildFault[] = [];
    for (const name of names) {
      for (const fault of this.faultsOfChild(one, kind, name)) found.push(fault);
      // The result would not keep more.
      if (this.others + found.length > mostProblems) break;
    }
    return found;
  }

  private faultsOfChild(from: Declaration, kind: 'service' | 'middleware', name: PlacedText): readonly BuildFault[] {
    const target = this.index.target(from, from.protocol, kind, name.value);
    if (typeof target === 'object') {
      return this.build(target).map(({ code, message: own, cause = own, untilDeployed }) => {
        const message = l10n.t('“{0}” cannot be used: {1}', quoted(shownName(name.value)), cause);
        return { code, at: name, message, cause, untilDeployed };
      });
    }
    if (!isAbsent(target)) return [];
    const { message, meant } = this.index.missing(from, from.protocol, kind, name.value);
    const fix = renameFix(name, meant);
    return [{ code: 'ref.unknown', at: name, message, fix, untilDeployed: target === 'undeployed' }];
  }
}

/** The problems of an object's values. */
export function valueFaults(
  values: readonly CheckedValue[] | undefined,
  { context, patterns }: ObjectIndex,
): readonly BuildFault[] {
  return (values ?? []).flatMap((value) => {
    const message = faultOfValue(value, context, patterns);
    return message === undefined ? [] : [{ code: 'object.value' as const, at: value.text, message }];
  });
}

/** The problems of the strategy and the servers of a load balancer. */
export function balancerFaults({ protocol, service }: Declaration): readonly BuildFault[] {
  const found: BuildFault[] = [];
  const { strategy, servers = [] } = service ?? {};
  if (strategy !== undefined && isKnown(strategy.value) && !strategies.has(strategy.value)) {
    const message = l10n.t('There is no strategy “{0}”.', quoted(strategy.value));
    found.push({ code: 'object.value', at: strategy, message });
  }
  for (const server of protocol === 'http' ? servers : []) {
    const message = faultOfServer(server.value);
    if (message !== undefined) found.push({ code: 'object.value', at: server, message });
    if (found.length > mostProblems) break;
  }
  return found;
}

/** The sentences for an object with several types: the problem and the fix. */
export function severalTypes(types: readonly string[]): string {
  return l10n.t('An object can only have one type, but has {0}. Declare one object for each.', quotedList(types));
}

const strategies: ReadonlySet<string> = new Set(['wrr', 'p2c', 'hrw', 'leasttime']);

/** The problem of the URL of a server, as Go's net/url sees it; undefined if none is certain. */
function faultOfServer(url: string): string | undefined {
  if (!isKnown(url)) return undefined;
  // Go takes the text before the colon for a scheme only if it can be one; it refuses a path with such a start.
  // Templating tools may replace other signs.
  if (/^(?![a-z][a-z\d.-]*:)(?:[a-z\d._-]*|\[[\da-f:.]+\]):\d+(?:\/|$)/.test(url)) {
    return l10n.t('“{0}” has no scheme. Write {1}.', quoted(url), quoted(`http://${url}`));
  }
  const [, authority = '', rest = ''] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([\s\S]*)$/i.exec(url) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const port = /:([^:\]]*)$/.exec(host)?.[1];
  if (port !== undefined && !/^\d*$/.test(port)) return l10n.t('“{0}” is not a valid port.', quoted(port));
  if (/[\s<>"`{}|\\^]/.test(host)) return l10n.t('“{0}” is not a valid host.', quoted(host));
  const path = rest.split(/[?#]/)[0] ?? '';
  if (/%(?![\da-fA-F]{2})/.test(path)) return l10n.t('“{0}” has a percent sign that begins no code.', quoted(path));
  return undefined;
}
