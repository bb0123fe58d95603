import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { runJob } from '../../core/base/worker/runJob';
import { fieldsWithDetails } from '../../core/search/query/fieldsAsked';
import { clauseMatches, filterOf } from '../../core/search/query/filterOf';
import { hitValueJob, ignoredIn } from '../../core/search/read/hitValues';
import { surroundingQuestionJob, traceQuestionJob } from '../../core/search/surroundings/surroundingQuestion';
import {
  type HitAction,
  type HitFacts,
  parseColumnArgument,
  parseHitArgument,
  parseHitFacts,
} from '../../protocol/actions';
import type { QuestionFilter } from '../../protocol/question';
import type { CommandHandlers } from '../shared/commands';
import { type EphemeralText, ephemeralJson } from '../shared/ephemeralText';
import { Commands } from '../shared/ids';
import type { EndpointSearch, ShownHit } from './endpointSearch';
import { hitCommandIds } from './pageCommands';
import type { SearchPanel } from './searchPanel';
import type { SearchPanels } from './searchPanels';

/** A hit as received, its source, and the field with a router's name in its index, if it is known. */
export interface HitOfEndpoint {
  readonly endpointId: string;
  readonly index: string;
  readonly json: string;
  readonly routerField?: string;
}

/** Shows the router of a hit in the Proxies view, or which router gets its request. */
type ShowRouter = (action: 'revealRouter' | 'whichRouter', hit: HitOfEndpoint) => Promise<void>;

/** The user's actions on a hit, or on a value in it. The page passes its panel; a context menu uses the focused one. */
export function hitCommands(
  panels: SearchPanels,
  showRouter: ShowRouter,
  clipboard: Pick<vscode.Clipboard, 'writeText'>,
  choose: (title: string, choices: readonly ActionChoice[]) => Promise<HitAction | undefined>,
) {
  const handler = (action: HitAction) => async (argument: unknown) => {
    const place = parseHitArgument(argument);
    if (place === undefined) return;
    const { panelId } = place;
    const panel = panelId === undefined ? panels.active : panels.find(panelId);
    if (panel === undefined) return;
    const act = async (): Promise<void> => {
      const hit = await panel.search.findHit(place);
      if (hit === undefined) panel.post({ kind: 'announce', text: l10n.t('These hits are no longer shown.') });
      else await actOnHit(action, hit, panel);
    };
    await (panelId === undefined ? act() : panel.attempt(act));
  };
  async function actOnHit(action: HitAction, shown: ShownHit, panel: SearchPanel): Promise<void> {
    const { hit, path = '' } = shown;
    const { endpointId } = panel.search;
    const { searches } = panels;
    const say = (text: string): void => panel.post({ kind: 'announce', text });
    const copy = async (text: string, done: string): Promise<void> => {
      await clipboard.writeText(text);
      say(done);
    };
    switch (action) {
      case 'open':
        return searches.showBeside(await documentOf(shown));
      case 'copyDocument': {
        const { text, whole } = await documentOf(shown);
        return whole === undefined
          ? copy(text, l10n.t('Document copied'))
          : say(l10n.t('This document is too long to copy. Open it instead.'));
      }
      case 'copyId':
        return hit.id === undefined ? say(l10n.t('This hit has no ID.')) : copy(hit.id, l10n.t('Document ID copied'));
      case 'copyPath':
        return copy(path, l10n.t('Path copied'));
      case 'copyValue': {
        const value = await valueAt(shown);
        return value === undefined
          ? say(l10n.t('There is no value to copy.'))
          : copy(asPlain(value), l10n.t('Value copied'));
      }
      case 'filterFor':
      case 'filterOut': {
        const filter = await filterBy(panel.search, shown, action === 'filterOut');
        return typeof filter === 'string' ? say(filter) : panel.act('addFilter', filter);
      }
      case 'selectForCompare':
        searches.comparison.select(await documentOf(shown));
        return say(l10n.t('Document selected. Now use Compare with Selected on another document.'));
      case 'compareWithSelected':
        if (!(await searches.comparison.with(await documentOf(shown))))
          say(l10n.t('Use Select for Compare on a document first.'));
        return;
      case 'revealRouter':
      case 'whichRouter':
        return showRouter(action, {
          endpointId,
          index: hit.index ?? '',
          json: hit.json,
          ...(shown.routerField !== undefined && { routerField: shown.routerField }),
        });
      case 'showSurrounding':
      case 'sameTrace': {
        const job = action === 'sameTrace' ? traceQuestionJob : surroundingQuestionJob;
        const { question, fields, time, routerField } = shown;
        const asked = await runJob(job, [{ hit, question, fields, time, routerField }], { length: hit.json.length });
        return typeof asked === 'string' ? say(asked) : panels.ask(endpointId, asked, { isNew: true });
      }
    }
  }

  /** Asks the user for one of several actions on the hit of a context menu. */
  const pick = (title: string, choicesOf: ActionChoices) => async (argument: unknown) => {
    const facts = parseHitFacts(argument);
    const panelId = panels.active?.id;
    if (facts === undefined || panelId === undefined) return;
    const action = await choose(title, choicesOf(facts));
    if (action !== undefined) await handler(action)({ ...facts, panelId });
  };

  return {
    [Commands.copyFromHit]: pick(l10n.t('Copy'), copyChoices),
    [Commands.openFromHit]: pick(l10n.t('Open'), openChoices),
    [hitCommandIds.open]: handler('open'),
    [hitCommandIds.copyDocument]: handler('copyDocument'),
    [hitCommandIds.copyId]: handler('copyId'),
    [hitCommandIds.copyValue]: handler('copyValue'),
    [hitCommandIds.copyPath]: handler('copyPath'),
    [hitCommandIds.filterFor]: handler('filterFor'),
    [hitCommandIds.filterOut]: handler('filterOut'),
    [hitCommandIds.selectForCompare]: handler('selectForCompare'),
    [hitCommandIds.compareWithSelected]: handler('compareWithSelected'),
    [hitCommandIds.revealRouter]: handler('revealRouter'),
    [hitCommandIds.whichRouter]: handler('whichRouter'),
    [hitCommandIds.showSurrounding]: handler('showSurrounding'),
    [hitCommandIds.sameTrace]: handler('sameTrace'),
  } satisfies CommandHandlers;
}

/** What a context menu's list offers: what fits what the page says of the hit. */
type ActionChoices = (facts: HitFacts) => readonly ActionChoice[];
type ActionChoice = readonly [label: string, action: HitAction];

const copyChoices: ActionChoices = ({ path }) => [
  ...(path === undefined
    ? []
    : ([
        [l10n.t('Value'), 'copyValue'],
        [l10n.t('Path'), 'copyPath'],
      ] as const)),
  [l10n.t('Document'), 'copyDocument'],
  [l10n.t('Document ID'), 'copyId'],
];

const openChoices: ActionChoices = ({ hasTime, hasTrace, hasRouter, hasRequest }) => [
  [l10n.t('Document'), 'open'],
  ...(hasTime ? ([[l10n.t('Surrounding Hits'), 'showSurrounding']] as const) : []),
  ...(hasTrace ? ([[l10n.t('Same Trace'), 'sameTrace']] as const) : []),
  ...(hasRouter ? ([[l10n.t('Router in the Proxies View'), 'revealRouter']] as const) : []),
  ...(hasRequest ? ([[l10n.t('Find Router for This Request'), 'whichRouter']] as const) : []),
];

/** Milliseconds to wait for optional details of a value. */
const patienceMs = 3_000;

/** The filter for the value at a path, or a sentence with the reason why no filter would find the hit again. */
async function filterBy(search: EndpointSearch, shown: ShownHit, isOut: boolean): Promise<QuestionFilter | string> {
  const { hit, path = '', start, searched, fields } = shown;
  const value = await valueAt(shown);
  if (value !== undefined && /^(?:\{|\[\s*[[{])/.test(value)) {
    return l10n.t('Select a value inside this one to filter by.');
  }
  const { catalog, client } = await search.engine();
  const signal = AbortSignal.timeout(patienceMs);
  const known = await fieldsWithDetails(catalog, searched, path, fields, signal);
  // Of a list, the engine does not say which items are not indexed.
  const ignored = start === undefined ? ignoredIn(hit.json) : [];
  const filter = filterOf({ path, fields: known, ignored }, value, isOut);
  if (filter === undefined) return l10n.t('You cannot filter by this value because it is not indexed.');
  const isMatched = await clauseMatches(client, searched, hit, filter.clause, signal);
  const isWanted = filter.isOut === isOut;
  return isMatched === undefined || isMatched === isWanted
    ? filter
    : l10n.t('The server does not find this hit by this value.');
}

/** The hit as received, indented, with all its digits. */
function documentOf({ hit, rank }: ShownHit): Promise<EphemeralText> {
  return ephemeralJson(hit.id ?? `hit ${rank}`, '.json', hit.json);
}

/** The JSON text of the value that is meant, a list if there are several; for some paths, a member of the hit itself. */
async function valueAt({ hit: { json }, path = '', start }: ShownHit): Promise<string | undefined> {
  return runJob(hitValueJob, [json, path, start], { length: json.length });
}

/** A string without its quotes and escapes; any other value as in the document. */
function asPlain(json: string): string {
  return json.startsWith('"') ? String(JSON.parse(json)) : json;
}

/** The user's actions on a column. */
export function columnCommands(panels: SearchPanels) {
  const handler = (action: 'toggleColumn' | 'showValues') => (argument: unknown) => {
    const path = parseColumnArgument(argument);
    if (path !== undefined) panels.active?.act(action, path);
  };
  return {
    [Commands.toggleColumn]: handler('toggleColumn'),
    [Commands.removeColumn]: handler('toggleColumn'),
    [Commands.showTopValues]: handler('showValues'),
  } satisfies CommandHandlers;
}
