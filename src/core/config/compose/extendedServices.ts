import { type ConfigNode, entryIn } from '../source/configNode';
import type { PlacedText } from '../source/placedText';
import type { UnfoldingBudgets } from '../source/unfoldingBudget';
import type { ServiceNetworks } from './composeNetworks';
import type { ComposeLabels } from './readLabels';

/** A service of a document, or of the project. */
export interface ComposeService {
  readonly name: string;
  readonly at: PlacedText;
  readonly labels: ComposeLabels;
  readonly deployLabels: ComposeLabels;
  readonly containerName: string | undefined;
  readonly hasPorts: boolean;
  /** Whether it has an image or a build: one without only adds to a service of another file. */
  readonly hasImage: boolean;
  /** Whether a file that it extends, or that has labels of it, is unknown. */
  readonly isPartial: boolean;
  readonly extendsService: string | undefined;
  readonly networks: ServiceNetworks | 'other' | undefined;
  /** The profiles that start it, any of them; if there are none, it always starts. */
  readonly profiles: ReadonlySet<string>;
  /** Its image, build, command, and entry point, as written. */
  readonly program: string;
}

/** A service with what it has beside that: of one that it extends, or of an earlier document. */
export function joinedServices(base: ComposeService, one: ComposeService): ComposeService {
  return {
    ...one,
    labels: joinedLabels(base.labels, one.labels),
    deployLabels: joinedLabels(base.deployLabels, one.deployLabels),
    hasPorts: one.hasPorts || base.hasPorts,
    hasImage: one.hasImage || base.hasImage,
    networks: joinedNetworks(base.networks, one.networks),
    profiles: new Set([...base.profiles, ...one.profiles]),
    isPartial: one.isPartial || base.isPartial,
  };
}

/** The networks that a service has from two places. */
function joinedNetworks(
  one: ComposeService['networks'],
  other: ComposeService['networks'],
): ComposeService['networks'] {
  if (one === undefined || other === undefined) return one ?? other;
  return one === 'other' || other === 'other' ? 'other' : new Set([...one, ...other]);
}

/** Real chains are shorter: the labels of a service at their end are unknown. */
const longestChain = 100;

/** A service with the labels and networks of those that it extends. */
interface ExtendedService extends ComposeService {
  /** How many services it extends, one after the other. */
  readonly links: number;
  /** UTF-16 units of all of its labels. */
  readonly textLength: number;
}

/**
 * Resolves `extends` in one document, as Compose does before it merges documents, once per service (ApplyExtends in
 * compose-go's loader/extends.go). Services without labels of their own share the labels of what they extend.
 */
export class ExtendedServices {
  private readonly resolved = new Map<ComposeService, ExtendedService>();

  constructor(
    private readonly services: ReadonlyMap<string, ComposeService>,
    private readonly budgets: UnfoldingBudgets,
  ) {}

  /** @returns undefined if the file repeats too much: then nothing is known of this service */
  of(service: ComposeService): ExtendedService | undefined {
    const chain = [service];
    let base = this.resolved.get(service);
    if (base !== undefined) return base;
    let isUnknown = false;
    for (let next = service.extendsService; next !== undefined && base === undefined && !isUnknown; ) {
      const found = this.services.get(next);
      base = found && this.resolved.get(found);
      isUnknown = found === undefined || chain.includes(found) || chain.length > longestChain;
      if (found === undefined || isUnknown || base !== undefined) break;
      chain.push(found);
      next = found.extendsService;
    }
    for (const one of chain.reverse()) {
      base = base === undefined ? alone(one, isUnknown) : this.extending(one, base);
      if (base === undefined) return undefined;
      this.resolved.set(one, base);
    }
    return base;
  }

  private extending(one: ComposeService, base: ExtendedService): ExtendedService | undefined {
    const links = base.links + 1;
    const own = alone(one, links > longestChain);
    if (links > longestChain) return { ...own, links };
    const { file, start, end } = one.at;
    const repeated = base.labels.byKey.size + base.deployLabels.byKey.size;
    if (!this.budgets.of(file).repeat(repeated, base.textLength, { start, end })) return undefined;
    return {
      ...joinedServices(base, one),
      links,
      textLength: base.textLength + own.textLength,
      program: one.program === '' ? base.program : one.program,
    };
  }
}

function alone(one: ComposeService, isUnknown: boolean): ExtendedService {
  let textLength = 0;
  for (const labels of [one.labels, one.deployLabels]) {
    for (const { key, value } of labels.byKey.values()) textLength += key.value.length + value.value.length;
  }
  return { ...one, links: 0, textLength, isPartial: one.isPartial || isUnknown };
}

function joinedLabels(base: ComposeLabels, own: ComposeLabels): ComposeLabels {
  if (own.areAll || base.byKey.size === 0) return own;
  return { ...own, byKey: own.byKey.size === 0 ? base.byKey : new Map([...base.byKey, ...own.byKey]) };
}

/**
 * Whether a service of a compose file is a container by itself. Compose refuses one that has neither an image nor a
 * build, also from a service that it extends: it only adds to a service of another file.
 */
export function saysWhatRuns(service: ConfigNode): boolean {
  return entryIn(service, 'image') !== undefined || entryIn(service, 'build') !== undefined;
}
