import * as l10n from '@vscode/l10n';
import { allOf } from '../../l10n/lists';
import { quoted } from '../base/text/quoted';
import type { SourceRange } from '../config/source/placedText';
import { type Inventory, itemOf } from '../proxy/model/inventory';
import { itemGraphOf } from '../proxy/model/itemGraph';
import { itemKeyOf } from '../proxy/model/itemRef';
import type { Item } from '../proxy/model/model';
import type { MovedRequests } from './movedRequests';
import type { ChangedObject } from './plannedInventory';
import type { RequestOutcome } from './requestOutcome';

/** The most objects that a reason names. */
const mostNamed = 3;

/** Requests that move, with the reason: a sentence that has server text. */
export interface ExplainedMove extends MovedRequests {
  readonly why: string;
  /** The place of the object in the new text that the reason names first, if it stands there. */
  readonly cause?: SourceRange | undefined;
}

/** A router that stays, but gets nothing any more, with the reason. */
export interface SilencedRouter {
  readonly name: string;
  readonly why: string | undefined;
}

/**
 * Adds to moves why they do: what changes at the router that loses the requests, at the one that gets them, or below it.
 *
 * @param planned what would be listed
 * @param shown how texts of files and of the proxy are shown
 */
export function explainedMoves(
  moves: readonly MovedRequests[],
  objects: readonly ChangedObject[],
  silenced: readonly SilencedRouter[],
  planned: Inventory,
  shown: (text: string) => string,
): readonly ExplainedMove[] {
  const changed = new Map(objects.map((one) => [itemKeyOf(one), one] as const));
  const disabled = new Map(silenced.map((one) => [one.name, one] as const));
  const causesOf = ({ before, after, differs, question: { kind: protocol } }: MovedRequests): Causes => {
    const [loser, winner] = [ownName(before), ownName(after)];
    const [from, to] = [loser, winner].map((name = '') => changed.get(itemKeyOf({ protocol, kind: 'routers', name })));
    if (differs === 'router') {
      if (from?.how === 'removed') return { objects: [from] };
      const lost = disabled.get(loser ?? '');
      if (lost !== undefined) return { objects: from === undefined ? [] : [from], lost };
      const named = to ?? from;
      if (named !== undefined) return { objects: [named] };
    }
    const used = usedBy({ protocol, kind: 'routers', name: winner ?? loser ?? '' }, planned);
    return { objects: [...used].flatMap((key) => changed.get(key) ?? []).slice(0, mostNamed) };
  };
  return moves.map((move) => {
    const causes = causesOf(move);
    const cause = causes.objects.find(({ how }) => how !== 'removed')?.range;
    return { ...shownMove(move, shown), why: reasonText(causes, shown), cause };
  });
}

/** What changes, or the router that is disabled. */
interface Causes {
  readonly objects: readonly ChangedObject[];
  readonly lost?: SilencedRouter;
}

function reasonText({ objects, lost }: Causes, shown: (text: string) => string): string {
  if (lost?.why !== undefined) return l10n.t('“{0}” would be disabled: {1}', quoted(shown(lost.name)), lost.why);
  if (lost !== undefined) return l10n.t('“{0}” would be disabled.', quoted(shown(lost.name)));
  return objects.length > 0
    ? objects.map((one) => changeText(one, shown)).join(' ')
    : l10n.t('What the router uses changes.');
}

/** The router that takes the request in the end: of `parent -> child` the last one. */
function ownName({ router }: RequestOutcome): string | undefined {
  return typeof router === 'string' ? router.split(' -> ').at(-1) : undefined;
}

/** A changed object in one sentence. */
function changeText({ name: own, how, options }: ChangedObject, shown: (name: string) => string): string {
  const name = quoted(shown(own));
  switch (how) {
    case 'added':
      return l10n.t('“{0}” is added.', name);
    case 'removed':
      return l10n.t('“{0}” is removed.', name);
    case 'changed':
      return options.length === 0
        ? l10n.t('“{0}” is changed.', name)
        : l10n.t('“{0}” is changed: {1}.', name, allOf(options.slice(0, 2 * mostNamed)));
  }
}

/** The keys of a router and of all that it uses, also of what is not listed any more. */
function usedBy(router: Pick<Item, 'protocol' | 'kind' | 'name'>, planned: Inventory): ReadonlySet<string> {
  const graph = itemGraphOf(planned);
  const own = itemOf(planned, router);
  const used = new Set<Item>(own === undefined ? [] : [own]);
  const keys = new Set([itemKeyOf(router)]);
  for (const item of used) {
    for (const reference of graph.referencesOf(item)) {
      keys.add(itemKeyOf(reference));
      if (reference.target !== undefined) used.add(reference.target);
    }
  }
  return keys;
}

function shownMove(move: MovedRequests, shown: (text: string) => string): MovedRequests {
  const { question, before, after } = move;
  const entryPoint = shown(question.entryPoint);
  return {
    ...move,
    question:
      question.kind === 'http'
        ? {
            ...{ ...question, entryPoint, host: shown(question.host), target: shown(question.target) },
            headers: question.headers.map(([name, value]) => [shown(name), shown(value)] as const),
          }
        : { ...question, entryPoint, serverName: question.serverName && shown(question.serverName) },
    before: shownOutcome(before, shown),
    after: shownOutcome(after, shown),
  };
}

function shownOutcome(outcome: RequestOutcome, shown: (text: string) => string): RequestOutcome {
  const { router, end, servers } = outcome;
  const served = end?.kind === 'served' && { ...end, target: shown(end.target) };
  const answered = end?.kind === 'answered' && { ...end, location: end.location && shown(end.location) };
  return {
    ...outcome,
    router: typeof router === 'string' ? shown(router) : (router?.map(shown) ?? null),
    end: served || answered || end,
    servers: servers?.map(shown),
  };
}
