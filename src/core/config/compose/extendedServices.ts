import type { PlacedText } from '../source/placedText';
import type { UnfoldingBudgets } from '../source/unfoldingBudget';
import type { ServiceNetworks } from './composeNetworks';
import type { ComposeLabels } from './readLabels';

/** A service of the project, with its labels from all files. */
export interface ComposeService {
  readonly name: string;
  at: PlacedText;
  labels: ComposeLabels;
  deployLabels: ComposeLabels;
  containerName: string | undefined;
  hasPorts: boolean;
  /** Whether it has an image or a build: one without only adds to a service of another file. */
  hasImage: boolean;
  /** Whether a file that it extends is unknown. */
  isPartial: boolean;
  extendsService: string | undefined;
  networks: ServiceNetworks | 'other' | undefined;
  /** The profiles that start it, any of them; if there are none, it always starts. */
  readonly profiles: Set<string>;
  /** Its image, build, command, and entry point, as written. */
  program: string;
}

/** The networks that a service has from two places. */
export function joinedNetworks(
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

/** Resolves `extends`, once per service. Services without labels of their own share the labels of what they extend. */
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
    const repeated = base.labels.size + base.deployLabels.size;
    if (!this.budgets.of(file).repeat(repeated, base.textLength, { start, end })) return undefined;
    return {
      ...own,
      links,
      textLength: base.textLength + own.textLength,
      labels: joinedLabels(base.labels, one.labels),
      deployLabels: joinedLabels(base.deployLabels, one.deployLabels),
      hasPorts: one.hasPorts || base.hasPorts,
      hasImage: one.hasImage || base.hasImage,
      networks: joinedNetworks(base.networks, one.networks),
      profiles: base.profiles.size === 0 ? one.profiles : new Set([...base.profiles, ...one.profiles]),
      program: one.program === '' ? base.program : one.program,
      isPartial: one.isPartial || base.isPartial,
    };
  }
}

function alone(one: ComposeService, isUnknown: boolean): ExtendedService {
  let textLength = 0;
  for (const labels of [one.labels, one.deployLabels]) {
    for (const { key, value } of labels.values()) textLength += key.value.length + value.value.length;
  }
  return { ...one, links: 0, textLength, isPartial: one.isPartial || isUnknown };
}

function joinedLabels(base: ComposeLabels, own: ComposeLabels): ComposeLabels {
  return own.size === 0 ? base : base.size === 0 ? own : new Map([...base, ...own]);
}
