import * as l10n from '@vscode/l10n';
import { quoted, quotedList } from '../../base/text/quoted';
import type { ConfigProblem, ProblemCode } from '../model/configProblem';
import type { Declaration } from '../model/declaration';
import { shownName } from '../names/names';
import { isKnown, type PlacedText } from '../source/placedText';
import { type ObjectIndex, objectProblem, renamed } from './objectIndex';
import { faultOfServer, isStrategy } from './serverForms';
import { faultOfValue } from './valueForms';

/** Why an object cannot be built, told at the place that is wrong. */
interface BuildFault {
  readonly code: ProblemCode;
  readonly at: PlacedText;
  readonly message: string;
  /** What is wrong at the end of a way of references, if it is not here. */
  readonly cause?: string | undefined;
  readonly fix?: ConfigProblem['fix'];
}

/** Builds services and middlewares as routers that use them do. Each has its outcome once. */
export interface Builder {
  /** The fault of a service or middleware, if there is one. */
  build(one: Declaration): BuildFault | undefined;
  /** Notes that a router uses it: then what is wrong with it disables it. */
  use(one: Declaration): void;
  /** What is wrong with one of its values, which shows where it is used. */
  valueFault(one: Declaration): BuildFault | undefined;
  problems(): readonly ConfigProblem[];
}

/** Longer ways of references are nobody's, and would overflow the stack: whether their ends can be built is not known. */
const DEEPEST = 200;

export function openBuilder(index: ObjectIndex): Builder {
  const faults = new Map<Declaration, BuildFault | undefined>();
  const used = new Set<Declaration>();
  const way: Declaration[] = [];

  const build = (one: Declaration): BuildFault | undefined => {
    if (faults.has(one)) return faults.get(one);
    if (way.length > DEEPEST) return undefined;
    if (way.includes(one)) {
      return { code: 'ref.cycle', at: one.at, message: l10n.t('“{0}” refers to itself.', quoted(shownName(one.name))) };
    }
    way.push(one);
    const fault = one.kind === 'service' ? serviceFault(one) : middlewareFault(one);
    way.pop();
    faults.set(one, fault);
    return fault;
  };

  const childFault = (from: Declaration, kind: 'service' | 'middleware', name: PlacedText): BuildFault | undefined => {
    const target = index.target(from, from.protocol, kind, name.value);
    if (typeof target === 'object') {
      const fault = build(target);
      if (fault === undefined) return undefined;
      const { code, cause = fault.message } = fault;
      const message = l10n.t('“{0}” cannot be used: {1}', quoted(shownName(name.value)), cause);
      return { code, at: name, message, cause };
    }
    if (target !== 'missing') return undefined;
    const { message, meant } = index.missing(from, from.protocol, kind, name.value);
    return { code: 'ref.unknown', at: name, message, fix: renamed(name, meant) };
  };

  const serviceFault = (one: Declaration): BuildFault | undefined => {
    const { service } = one;
    if (service === undefined) return undefined;
    if (service.types.length === 0) {
      return { code: 'object.empty', at: one.at, message: l10n.t('The service has no type, such as “loadBalancer”.') };
    }
    if (service.types.length > 1) return { code: 'object.types', at: one.at, message: severalTypes(service.types) };
    const { strategy, serversTransport } = service;
    const wrong = valueFault(one);
    if (wrong !== undefined) return wrong;
    if (strategy !== undefined && isKnown(strategy.value) && !isStrategy(strategy.value)) {
      return {
        code: 'object.value',
        at: strategy,
        message: l10n.t('There is no strategy “{0}”.', quoted(strategy.value)),
      };
    }
    for (const server of one.protocol === 'http' ? service.servers : []) {
      const message = faultOfServer(server.value);
      if (message !== undefined) return { code: 'object.value', at: server, message };
    }
    if (
      serversTransport !== undefined &&
      index.target(one, one.protocol, 'serversTransport', serversTransport.value) === 'missing'
    ) {
      const { message, meant } = index.missing(one, one.protocol, 'serversTransport', serversTransport.value);
      return { code: 'ref.unknown', at: serversTransport, message, fix: renamed(serversTransport, meant) };
    }
    for (const child of service.children) {
      const fault = childFault(one, 'service', child);
      if (fault !== undefined) return fault;
    }
    for (const watched of service.watched) {
      const target = index.target(one, one.protocol, 'service', watched.value);
      if (typeof target !== 'object' || target.service?.hasHealthCheck !== false) continue;
      const message = l10n.t(
        '“{0}” needs a health check, so that this service learns of its failures.',
        quoted(watched.value),
      );
      return { code: 'object.value', at: watched, message };
    }
    return firstFault(one, service.middlewares);
  };

  const valueFaults = new Map<Declaration, BuildFault | undefined>();
  const valueFault = (one: Declaration): BuildFault | undefined => {
    if (valueFaults.has(one)) return valueFaults.get(one);
    let fault: BuildFault | undefined;
    for (const value of one.checked ?? []) {
      const message = faultOfValue(value, index.context, index.patterns);
      if (message === undefined) continue;
      fault = { code: 'object.value', at: value.text, message };
      break;
    }
    valueFaults.set(one, fault);
    return fault;
  };

  /** Traefik builds a list of middlewares from its end. */
  const firstFault = (one: Declaration, names: readonly PlacedText[]): BuildFault | undefined => {
    for (const name of names.toReversed()) {
      const fault = childFault(one, 'middleware', name);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };

  const middlewareFault = (one: Declaration): BuildFault | undefined => {
    const { middleware, checked = [] } = one;
    if (middleware === undefined) return undefined;
    if (middleware.types.length === 0) {
      return {
        code: 'object.empty',
        at: one.at,
        message: l10n.t('The middleware has no type, or one without options.'),
      };
    }
    // Of TCP, the last one counts, which is told of the others.
    if (middleware.types.length > 1 && one.protocol === 'http')
      return { code: 'object.types', at: one.at, message: severalTypes(middleware.types) };
    if (checked.filter(({ form }) => form === 'plugin').length > 1) {
      return { code: 'object.types', at: one.at, message: l10n.t('A middleware can only have one plugin.') };
    }
    const wrong = valueFault(one);
    if (wrong !== undefined) return wrong;
    const page = middleware.service === undefined ? undefined : childFault(one, 'service', middleware.service);
    return page ?? firstFault(one, middleware.middlewares);
  };

  const use = (first: Declaration): void => {
    const next = [first];
    for (let one = next.pop(); one !== undefined; one = next.pop()) {
      if (used.has(one)) continue;
      used.add(one);
      build(one);
      const names = [
        ...(one.service?.children ?? []).map((name) => ['service', name] as const),
        ...(one.service?.middlewares ?? []).map((name) => ['middleware', name] as const),
        ...(one.middleware?.middlewares ?? []).map((name) => ['middleware', name] as const),
        ...(one.middleware?.service === undefined ? [] : [['service', one.middleware.service] as const]),
      ];
      for (const [kind, name] of names) {
        const target = index.target(one, one.protocol, kind, name.value);
        if (typeof target === 'object') next.push(target);
      }
    }
  };

  const problems = (): readonly ConfigProblem[] =>
    [...faults].flatMap(([one, fault]) =>
      fault === undefined
        ? []
        : [
            {
              ...objectProblem(one, used.has(one) ? 'error' : 'warning', fault.code, fault.at, fault.message),
              fix: fault.fix,
            },
          ],
    );
  return { build, use, valueFault, problems };
}

/** That an object has several types, and what to do. */
export function severalTypes(types: readonly string[]): string {
  return l10n.t('An object can only have one type, but has {0}. Declare one object for each.', quotedList(types));
}
