import * as l10n from '@vscode/l10n';
import { quoted, quotedList } from '../../base/text/quoted';
import { type ConfigProblem, unitProblem } from '../model/configProblem';
import { isNearName } from '../names/nearName';
import { type ConfigNode, listItemsIn, textIn, valueIn } from '../source/configNode';
import { groupedBy } from '../source/groupedBy';
import { isKnown, type PlacedText, placedAt } from '../source/placedText';
import type { ManifestReading } from './crdObjects';
import { type GatewayListener, type GatewayListeners, hostnamesAt } from './gatewayListeners';
import { type Manifest, nameIn } from './manifests';

const gatewayGroup = 'gateway.networking.k8s.io';
/** Further listeners of a gateway are not checked. */
const mostListeners = 200;

/** The cost in steps of comparing a listener with one of the hostnames of a route. */
export const stepsOfPair = 0.02;

/**
 * Why one of the parents of a route does not attach it, if the gateway is in the files: no listener of that name or
 * port, none that takes its kind or namespace, or none of its hostnames (pkg/provider/kubernetes/gateway). If the
 * gateway may be elsewhere, only a name that is similar to that of a gateway here.
 *
 * @param unit the name of the route in the log of Traefik
 */
export function attachmentProblem(
  { context, budgets }: ManifestReading,
  route: Manifest,
  parent: ConfigNode,
  listeners: GatewayListeners,
  unit: string,
): ConfigProblem | undefined {
  const name = nameIn(parent, 'name');
  const namespace = nameIn(parent, 'namespace')?.value ?? route.namespace;
  if (name === undefined || !isKnown(`${name.value}${textIn(parent, 'sectionName') ?? ''}`)) return undefined;
  if ((textIn(parent, 'group') ?? gatewayGroup) !== gatewayGroup) return undefined;
  const tell = (at: PlacedText, message: string, severity: ConfigProblem['severity'] = 'error'): ConfigProblem =>
    unitProblem(unit, severity, 'kubernetes.attachment', at, message);
  const found = listeners.get(`${namespace}/${name.value}`);
  if (found === undefined) {
    const words = context.cluster === undefined ? nearWords(name.value, namespace, listeners) : undefined;
    return words === undefined ? undefined : tell(name, words, 'information');
  }
  // A listener that Traefik does not accept has its own problem.
  if (!found.isWhole || found.listeners.length > mostListeners) return undefined;
  const pairs = found.listeners.length * (listItemsIn(valueIn(route.spec, 'hostnames')).length + 1);
  if (!budgets.of(route.node.file).repeat(stepsOfPair * pairs, 0, parent)) return undefined;
  const refused = refusal(route, parent, name, found.listeners);
  return refused && tell(...refused);
}

/** The place of what no listener accepts, and a sentence about it. */
type Refusal = readonly [at: PlacedText, message: string];

function refusal(
  route: Manifest,
  parent: ConfigNode,
  name: PlacedText,
  all: readonly GatewayListener[],
): Refusal | undefined {
  const section = nameIn(parent, 'sectionName');
  const named = section === undefined ? all : all.filter((one) => one.name === section.value);
  if (section !== undefined && named.length === 0) {
    const words = l10n.t(
      'The gateway “{0}” has no listener “{1}”, so that the route is not attached. It has: {2}.',
      quoted(name.value),
      quoted(section.value),
      quotedList(all.map((one) => one.name)),
    );
    return [section, words];
  }
  const port = nameIn(parent, 'port');
  const here = port === undefined ? named : named.filter((one) => one.port === port.value);
  if (port !== undefined && here.length === 0) {
    const words = l10n.t(
      'The gateway “{0}” has no such listener with the port {1}, so that the route is not attached.',
      quoted(name.value),
      quoted(port.value),
    );
    return [port, words];
  }
  const ofKind = here.filter(({ kinds }) => kinds.has(route.kind));
  if (ofKind.length === 0) {
    const words = l10n.t(
      'No listener of the gateway “{0}” takes routes of the kind {1}, so that the route is not attached.',
      quoted(name.value),
      quoted(route.kind),
    );
    return [section ?? name, words];
  }
  const allowing = ofKind.filter((one) => one.allows(route.kind, route.namespace));
  if (allowing.length === 0) {
    const words = l10n.t(
      'The gateway “{0}” takes routes of its own namespace only, so that the route is not attached. Set “allowedRoutes.namespaces” of a listener.',
      quoted(name.value),
    );
    return [section ?? name, words];
  }
  return hostnameRefusal(route, name, allowing);
}

function hostnameRefusal(
  route: Manifest,
  name: PlacedText,
  listeners: readonly GatewayListener[],
): Refusal | undefined {
  const hostnames = listItemsIn(valueIn(route.spec, 'hostnames'));
  const names = hostnames.flatMap((one) => (one.kind === 'scalar' ? [one.text] : []));
  const [first] = hostnames;
  const taken = listeners.flatMap(({ hostname }) => hostname ?? []);
  const isUnknown = ![...names, ...taken].every(isKnown) || names.length > mostListeners;
  if (first === undefined || isUnknown || listeners.some((one) => hostnamesAt(one, names) !== undefined))
    return undefined;
  const words = l10n.t(
    'No listener of the gateway “{0}” takes a hostname of the route, so that it is not attached. They take: {1}.',
    quoted(name.value),
    quotedList(taken),
  );
  return [placedAt(first, first.kind === 'scalar' ? first.text : ''), words];
}

function nearWords(name: string, namespace: string, listeners: GatewayListeners): string | undefined {
  if (listeners.size > mostListeners) return undefined;
  for (const key of listeners.keys()) {
    const slash = key.indexOf('/');
    const [other, otherName] = [key.slice(0, slash), key.slice(slash + 1)];
    if (other === namespace && isKnown(otherName) && isNearName(name, otherName)) {
      return l10n.t('Gateway “{0}” not found in this file. Did you mean “{1}”?', quoted(name), quoted(otherName));
    }
    if (otherName === name && isKnown(other) && isKnown(namespace)) {
      return l10n.t(
        'The gateway “{0}” of this file is in the namespace {1}. Name it in “namespace” of the parent, unless another one is meant.',
        quoted(name),
        quoted(other),
      );
    }
  }
  return undefined;
}

/** Grants by the namespaces that they allow others to refer to. */
export type ReferenceGrants = ReadonlyMap<string, readonly Manifest[]>;

export function grantsIn(manifests: readonly Manifest[]): ReferenceGrants {
  const grants = manifests.filter(({ kind }) => kind === 'ReferenceGrant');
  return groupedBy(grants, ({ namespace }) => namespace);
}

/**
 * Whether a route may refer to a backend in another namespace.
 *
 * @param grants those of the namespace of the backend
 */
export function isGranted(grants: readonly Manifest[], route: Manifest, backend: ConfigNode): boolean {
  return grants.some(
    ({ spec }) =>
      listItemsIn(valueIn(spec, 'from')).some(
        (from) => textIn(from, 'kind') === route.kind && textIn(from, 'namespace') === route.namespace,
      ) &&
      listItemsIn(valueIn(spec, 'to')).some(
        (to) =>
          textIn(to, 'kind') === (textIn(backend, 'kind') ?? 'Service') &&
          [undefined, textIn(backend, 'name')].includes(textIn(to, 'name')),
      ),
  );
}

/** The cost in steps of checking a part of a grant. */
const stepsOfGrant = 0.2;

/**
 * Reports backends in other namespaces for which the file has no grant. Another file may have it, so this is uncertain,
 * and not reported if the cluster is known.
 *
 * @param unit the name of the route in the log of Traefik
 */
export function reportMissingGrants(
  { context, problems, budgets }: ManifestReading,
  route: Manifest,
  grants: ReferenceGrants,
  unit: string,
): void {
  if (context.cluster !== undefined) return;
  const budget = budgets.of(route.node.file);
  for (const rule of listItemsIn(valueIn(route.spec, 'rules'))) {
    for (const backend of listItemsIn(valueIn(rule, 'backendRefs'))) {
      const at = nameIn(backend, 'namespace');
      if (at === undefined || at.value === route.namespace || !isKnown(`${at.value}${route.namespace}`)) continue;
      const own = grants.get(at.value) ?? [];
      const steps = own.reduce((sum, { node }) => sum + node.size * stepsOfGrant, 0);
      if (!budget.repeat(steps, 0, backend)) return;
      if (isGranted(own, route, backend)) continue;
      const message = l10n.t(
        'No ReferenceGrant in this file lets routes of the namespace {0} refer to the namespace {1}. Without one, Traefik answers with 500.',
        quoted(route.namespace),
        quoted(at.value),
      );
      problems.push(unitProblem(unit, 'information', 'kubernetes.attachment', at, message));
    }
  }
}
