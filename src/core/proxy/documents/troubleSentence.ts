import * as l10n from '@vscode/l10n';
import { type PluralForms, plural } from '../../../l10n/plural';
import { maskText } from '../../base/secrets/secretsInText';
import { plainText } from '../../base/text/plainText';
import { moreText } from '../describe/labels';
import type { Finding, FindingKind, Findings } from '../findings/finding';
import { healthOfServer } from '../model/health';
import { type ItemGraph, loadBalancersBelow } from '../model/itemGraph';
import { entryPointsOf, type Item, type Router, type Service } from '../model/model';
import { ownText, type PageCell, type PagePiece, type PageStyle, sentenceCell, untrustedText } from './page';
import { linkedName } from './requestFlow';

/** A problem in some words of a sentence; the worst has rank 0. */
interface Trouble {
  readonly rank: number;
  readonly words: PageCell;
}

interface Known {
  readonly graph: ItemGraph;
  /** All findings of the proxy; undefined while they are being computed. */
  readonly findings: Findings | undefined;
  /** The findings about the item. */
  readonly about: readonly Finding[];
}

/** The most problems in one sentence; the document lists the others below. */
const mostTroubles = 3;
/** Code points of an error of Traefik's; the document has the whole error below. */
const longestError = 300;

/** The problems of an item, the worst first, or a statement that there are none as far as known. */
export function troubleSentence(item: Item, known: Known): PageCell {
  const troubles = [...configTroubles(item), ...findingTroubles(item, known), ...serverTroubles(item, known)].sort(
    (one, other) => one.rank - other.rank,
  );
  if (troubles.length === 0) return nothingWrong(item, known);
  const shown = troubles.slice(0, mostTroubles).map(({ words }) => words);
  const more = troubles.length - shown.length;
  const all = more === 0 ? shown : [...shown, [ownText(moreText(more))]];
  return all.flatMap((words, at) => (at === 0 ? words : [ownText('; '), ...words]));
}

export function hasTroubles(item: Item, known: Known): boolean {
  return [configTroubles, findingTroubles, serverTroubles].some((troublesOf) => troublesOf(item, known).length > 0);
}

function configTroubles({ status, errors }: Item): readonly Trouble[] {
  if (status !== 'disabled' && status !== 'warning') return [];
  const [rank, look] = status === 'disabled' ? ([0, 'bad'] as const) : ([6, 'caution'] as const);
  const [first, ...others] = errors.map((error) => untrustedText(plainText(maskText(error), longestError), { look }));
  const says = ownText(status === 'disabled' ? l10n.t('Traefik disabled it') : l10n.t('Traefik warns about it'), look);
  return [
    { rank, words: first === undefined ? [says] : [says, ownText(': '), first] },
    ...others.map((error): Trouble => ({ rank, words: [error] })),
  ];
}

const findingRanks: Readonly<Record<FindingKind, number>> = {
  neverMatches: 1,
  neverWins: 2,
  openApi: 4,
  plainPassword: 4,
  missing: 5,
  entryPoint: 5,
  tie: 8,
  down: 9,
  certificate: 9,
  unused: 9,
};

function findingTroubles(item: Item, { about }: Known): readonly Trouble[] {
  return about.flatMap((finding) => {
    const words = findingWords(finding, item);
    return words === undefined ? [] : [{ rank: findingRanks[finding.kind], words }];
  });
}

/** Undefined if the sentence has the same content elsewhere: an error of Traefik's, or the servers that are down. */
function findingWords(finding: Finding, item: Item): PageCell | undefined {
  const look = 'caution';
  switch (finding.kind) {
    case 'neverMatches':
      return [ownText(l10n.t('its rule never matches'), look)];
    case 'neverWins':
      return sentenceCell(l10n.t('shadowed by {0}, which always matches first'), [otherOf(finding, item)], look);
    case 'tie':
      return sentenceCell(
        l10n.t('same priority as {0}: which one matches is undefined'),
        [otherOf(finding, item)],
        look,
      );
    case 'openApi':
      return [ownText(l10n.t('exposes the API of Traefik without asking for credentials'), look)];
    case 'plainPassword':
      return [ownText(l10n.t('asks for a password over plain HTTP'), look)];
    case 'missing':
      if (item.errors.length > 0) return undefined;
      return sentenceCell(l10n.t('refers to {0}, which is not found'), [untrustedText(finding.about)], look);
    case 'entryPoint':
      if (item.errors.length > 0) return undefined;
      return [
        item.kind === 'routers' && entryPointsOf(item).length === 0
          ? ownText(l10n.t('on no entry point, so no request reaches it'), look)
          : ownText(l10n.t('its entry points are not all usable'), look),
      ];
    case 'unused':
      return [ownText(l10n.t('no router leads here'), look)];
    case 'down':
    case 'certificate':
      return undefined;
  }
}

/** The first other item that a finding names. */
function otherOf({ about, links }: Finding, item: Item): PagePiece {
  for (const link of links) if (link.to === 'item' && link.item.name !== item.name) return linkedName(link.item);
  return untrustedText(about);
}

function serverTroubles(item: Item, { graph }: Known): readonly Trouble[] {
  // Traefik sends no requests there.
  if (item.kind === 'middlewares' || item.status === 'disabled') return [];
  return troubledServices(item, graph).map((troubled): Trouble => {
    const isDown = troubled.down === troubled.total;
    return { rank: isDown ? 3 : 7, words: serverWords(troubled, item, isDown ? 'bad' : 'caution') };
  });
}

function serverWords({ service, down, total }: TroubledService, item: Item, look: PageStyle): PageCell {
  const isOwn = service === item;
  const name = isOwn ? [] : [linkedName(service)];
  if (total === 0) return sentenceCell(isOwn ? l10n.t('it has no servers') : l10n.t('{0} has no servers'), name, look);
  if (down === total) return sentenceCell(plural(total, isOwn ? ownDown : allDown, '{0}'), name, look);
  return sentenceCell(plural(down, isOwn ? ownPartly : partlyDown, '{0}', total), name, look);
}

const allDown: PluralForms = { one: 'the only server of {1} is down', other: 'all {0} servers of {1} are down' };
const ownDown: PluralForms = { one: 'its only server is down', other: 'all {0} servers are down' };
const partlyDown: PluralForms = {
  one: '{0} of {2} servers of {1} is down',
  other: '{0} of {2} servers of {1} are down',
};
const ownPartly: PluralForms = { one: '{0} of {2} servers is down', other: '{0} of {2} servers are down' };

/** The sentence claims only what is known, and names what was not checked. */
function nothingWrong(item: Item, { graph, findings }: Known): PageCell {
  const doubts = [
    ...(findings === undefined ? [l10n.t('it is still being compared with the rest')] : []),
    ...(findings !== undefined && findings.notes.length > 0 ? [l10n.t('not everything could be checked')] : []),
    ...(item.status === 'unknown' ? [l10n.t('Traefik does not report its status')] : []),
    ...serverDoubts(item, graph),
  ];
  const look = doubts.length === 0 ? 'good' : undefined;
  return [
    ownText(l10n.t('no problems found'), look),
    ...doubts.flatMap((doubt) => [ownText('; '), ownText(doubt, 'faint')]),
  ];
}

function serverDoubts(item: Item, graph: ItemGraph): readonly string[] {
  if (item.kind === 'middlewares') return [];
  const { state, up, total } = graph.healthOf(item);
  if (state !== 'notChecked' || total === 0) return [];
  return up === 0
    ? [l10n.t('no health check says whether its servers are up')]
    : [l10n.t('not all of its servers have a health check')];
}

/** A load balancer some of whose servers are down: the number of these, and of all its servers. */
interface TroubledService {
  readonly service: Service;
  readonly down: number;
  readonly total: number;
}

/**
 * The load balancers that a router or service leads to, with servers that are down or with none at all: those where all
 * are down come first. Empty if its health is good, because a fallback may be down while no request needs it.
 */
function troubledServices(item: Router | Service, graph: ItemGraph): readonly TroubledService[] {
  if (graph.healthOf(item).state === 'up') return [];
  const found: TroubledService[] = [];
  for (const service of loadBalancersBelow(item, graph)) {
    const servers = service.loadBalancer?.servers ?? [];
    const down = servers.filter((server) => healthOfServer(service, server) === 'down').length;
    if (down > 0 || servers.length === 0) found.push({ service, down, total: servers.length });
  }
  return found.sort((one, other) => Number(other.down === other.total) - Number(one.down === one.total));
}
