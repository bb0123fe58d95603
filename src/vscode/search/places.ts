import type * as vscode from 'vscode';
import type { FieldInfo } from '../../core/search/engine/fieldList';
import type { Hit } from '../../core/search/wire/answer';
import type { FromPage, Place, ToPage } from '../../protocol/panel';
import type { Filter } from '../../protocol/question';
import { loadCore } from '../shared/core';
import { type PassingText, passingJson } from '../shared/passingText';
import type { Result } from './answering';
import type { Comparison } from './comparison';
import type { Engine } from './engines';

export type PlaceAction = Extract<FromPage, { kind: 'place' }>['action'];

/** What can be done with a hit needs this. */
export interface PlaceDeps {
  /** Opens a document beside the search. */
  showDocument(text: PassingText): Promise<void>;
  readonly comparison: Comparison;
  readonly clipboard: Pick<vscode.Clipboard, 'writeText'>;
  revealRouter(hit: { readonly endpointId: string; readonly index: string; readonly json: string }): Promise<void>;
}

/** The hit that a place names, among what surrounds it. */
interface Spot {
  readonly endpointId: string;
  readonly hit: Hit;
  /** From 1 up, in the whole result. */
  readonly rank: number;
  readonly path: string | undefined;
  /** The index expression that was searched. */
  readonly searched: string;
  readonly fields: readonly FieldInfo[];
  engine(): Promise<Engine>;
}

/** Finds a place in the page that is shown; undefined where it is one in another page. */
export function spotOf(
  place: Place,
  shown: Result | undefined,
  around: Pick<Spot, 'endpointId' | 'fields' | 'engine'>,
): Spot | undefined {
  const hit = shown?.requestId === place.requestId ? shown.page.hits[place.row] : undefined;
  if (shown === undefined || hit === undefined) return undefined;
  const { from, search } = shown.page;
  return { ...around, hit, rank: from + place.row + 1, path: place.path, searched: search.index };
}

/**
 * Does with a hit, or with a value in it, what a person chose.
 *
 * @param post tells the page what it is to do or to say
 */
export async function actOn(
  action: PlaceAction,
  spot: Spot,
  deps: PlaceDeps,
  post: (message: ToPage) => void,
): Promise<void> {
  const { hit, path = '', endpointId } = spot;
  const say = (text: string): void => post({ kind: 'said', text });
  const copy = async (text: string, what: string): Promise<void> => {
    await deps.clipboard.writeText(text);
    say(`${what} copied`);
  };
  switch (action) {
    case 'open':
      return deps.showDocument(await documentOf(spot));
    case 'copyDocument': {
      const { text, whole } = await documentOf(spot);
      return whole === undefined
        ? copy(text, 'Document')
        : say('This document is too long to copy at once. Open it instead.');
    }
    case 'copyId':
      return hit.id === undefined ? say('This hit has no id.') : copy(hit.id, 'Document id');
    case 'copyPath':
      return copy(path, 'Path');
    case 'copyValue': {
      const value = await valueAt(hit, path);
      return value === undefined ? say('There is no value to copy.') : copy(asPlain(value), 'Value');
    }
    case 'filterFor':
    case 'filterOut': {
      const filter = await filterBy(spot, path, action === 'filterOut');
      return typeof filter === 'string' ? say(filter) : post({ kind: 'addFilter', filter });
    }
    case 'selectForCompare':
      deps.comparison.select(await documentOf(spot));
      return say('Selected. Choose Compare with Selected on another document.');
    case 'compareWithSelected':
      if (!(await deps.comparison.with(await documentOf(spot)))) say('Choose Select for Compare on a document first.');
      return;
    case 'revealRouter':
      return deps.revealRouter({ endpointId, index: hit.index ?? '', json: hit.json });
  }
}

/** Milliseconds to wait for what is only good to know of a value. */
const patienceMs = 3_000;

/** The condition on the value at a path; where there is none that finds the hit again, what to say instead. */
async function filterBy(spot: Spot, path: string, isOut: boolean): Promise<Filter | string> {
  const { hit, searched, fields } = spot;
  const core = await loadCore();
  const value = await valueAt(hit, path);
  if (value !== undefined && /^(?:\{|\[\s*[[{])/.test(value)) return 'Choose a value inside this one to filter by.';
  const { catalogue, door } = await spot.engine();
  const signal = AbortSignal.timeout(patienceMs);
  const known = await core.fieldsWithDetails(catalogue, searched, path, fields, signal);
  const filter = core.filterOf({ path, fields: known, ignored: core.ignoredIn(hit.json) }, value, isOut);
  if (filter === undefined) return 'This value is not indexed as it stands, so it cannot be filtered by.';
  const isMatched = await core.clauseMatches(door, searched, hit, filter.clause, signal);
  const isWanted = filter.isOut === isOut;
  return isMatched === undefined || isMatched === isWanted
    ? filter
    : 'The engine does not find this hit by this value.';
}

/** The hit as received, indented, with every digit as it came. */
function documentOf({ hit, rank }: Spot): Promise<PassingText> {
  return passingJson(hit.id ?? `hit ${rank}`, '.json', hit.json);
}

/** The JSON text of the value at a path: a list where there are several. What is no field of the document is the hit's own. */
async function valueAt({ json }: Hit, path: string): Promise<string | undefined> {
  const { runJob, valueInJob } = await loadCore();
  return runJob(valueInJob, [json, path], { length: json.length });
}

/** A string without its quotes and escapes; anything else as it stands in the document. */
function asPlain(json: string): string {
  return json.startsWith('"') ? String(JSON.parse(json)) : json;
}
