import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { unitProblem } from '../model/configProblem';
import { type ConfigNode, listItemsIn, textIn, valueIn } from '../source/configNode';
import { groupedBy } from '../source/groupedBy';
import { isKnown } from '../source/placedText';
import type { ManifestReading } from './crdObjects';
import { type Manifest, nameIn } from './manifests';

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
