import type * as vscode from 'vscode';
import type { Hit } from '../../core/search/answer';
import type { FieldInfo } from '../../core/search/engine/catalogue';
import type { FromPage, Place, ToPage } from '../../protocol/panel';
import { loadCore } from '../core';
import type { PassingText } from '../documents/passing';
import type { Result } from './answering';
import type { Comparison } from './comparison';

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
export interface Spot {
  readonly endpointId: string;
  readonly hit: Hit;
  /** From 1 up, in the whole result. */
  readonly rank: number;
  readonly path: string | undefined;
  readonly fields: readonly FieldInfo[];
}

/** Finds a place in the page that is shown; undefined where it is one in another page. */
export function spotOf(
  place: Place,
  shown: Result | undefined,
  around: Pick<Spot, 'endpointId' | 'fields'>,
): Spot | undefined {
  const hit = shown?.requestId === place.requestId ? shown.page.hits[place.row] : undefined;
  if (shown === undefined || hit === undefined) return undefined;
  return { ...around, hit, rank: shown.page.from + place.row + 1, path: place.path };
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
    case 'copyDocument':
      return copy((await documentOf(spot)).text, 'Document');
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
      const { filterOf } = await loadCore();
      const filter = filterOf(path, await valueAt(hit, path), spot.fields, action === 'filterOut');
      return filter === undefined
        ? say('This value cannot be filtered by. Open it and choose one inside.')
        : post({ kind: 'addFilter', filter });
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

/** The hit as received, indented, with every digit as it came. */
async function documentOf({ hit, rank }: Spot): Promise<PassingText> {
  const { indentJson } = await loadCore();
  return { name: hit.id ?? `hit ${rank}`, ending: '.json', text: `${indentJson(hit.json)}\n` };
}

/** The JSON text of the value at a path: a list where there are several. What is no field of the document is the hit's own. */
async function valueAt(hit: Hit, path: string): Promise<string | undefined> {
  const { sourceOf, valuesAt } = await loadCore();
  const inDocument = valuesAt(sourceOf(hit.json) ?? '{}', path);
  const values = inDocument.length > 0 || !path.startsWith('_') ? inDocument : valuesAt(hit.json, path);
  return values.length > 1 ? `[${values.join(',')}]` : values[0];
}

/** A string without its quotes and escapes; anything else as it stands in the document. */
function asPlain(json: string): string {
  return json.startsWith('"') ? String(JSON.parse(json)) : json;
}
