import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { numberText } from '../../../l10n/numbers';
import type { SearchQuestion } from '../../../protocol/question';
import { questionSchema } from '../../../protocol/questionSchema';
import { RequestFailure } from '../../base/errors/failure';

/** The version of the stored record. Another Proxy Scout wrote a record with another version, which is not changed. */
const savedVersion = 1;

export const longestSavedName = 200;

/** The name that the user gave a search; not blank. */
export const savedNameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(longestSavedName));

/** A saved search as stored: never with a credential. A rewrite keeps unknown fields. */
const savedSearchSchema = z.looseObject({
  version: z.literal(savedVersion),
  id: z.uuid(),
  endpointId: z.uuid(),
  name: savedNameSchema,
  question: questionSchema,
});
type SavedRecord = z.infer<typeof savedSearchSchema>;

/** The place of a saved search: the open workspace, or this computer for all workspaces. */
const savedPlaces = ['workspace', 'everywhere'] as const;
export type SavedPlace = (typeof savedPlaces)[number];

export interface SavedSearch extends SavedRecord {
  readonly place: SavedPlace;
}

/** The part of VS Code's Memento (globalState, workspaceState) that the store uses. */
interface SavedSearchMemento {
  keys(): readonly string[];
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** The most searches in one place: VS Code loads all of them when the extension starts. */
const mostSaved = 500;
/** Most characters of a saved search, as JSON. */
const longestSaved = 200_000;

export interface NewSearch {
  readonly endpointId: string;
  readonly name: string;
  readonly question: SearchQuestion;
}

/** The saved searches, one key each. Records are read when needed, so that windows do not overwrite each other's. */
export type SavedStore = ReturnType<typeof openSavedStore>;

const prefix = 'search/saved/';
const keyOf = (endpointId: string, id: string): string => `${prefix}${endpointId}/${id}`;
const endpointOfKey = (key: string): string | undefined =>
  key.startsWith(prefix) ? key.slice(prefix.length).split('/', 1)[0] : undefined;

/** Opens the saved searches in VS Code's states, or in compatible objects. */
export function openSavedStore(mementos: Readonly<Record<SavedPlace, SavedSearchMemento>>) {
  const places = Object.entries(mementos) as readonly (readonly [SavedPlace, SavedSearchMemento])[];

  const read = (place: SavedPlace, key: string): SavedSearch | undefined => {
    const record = savedSearchSchema.safeParse(mementos[place].get(key)).data;
    return record === undefined || keyOf(record.endpointId, record.id) !== key ? undefined : { ...record, place };
  };
  /** Sorted by name, of one endpoint or all. Unreadable records are left out, but stay stored. */
  const list = (endpointId?: string): readonly SavedSearch[] => {
    const found = places.flatMap(([place, memento]) =>
      memento
        .keys()
        .filter((key) => (endpointId === undefined ? key.startsWith(prefix) : endpointOfKey(key) === endpointId))
        .flatMap((key) => read(place, key) ?? []),
    );
    return found.sort(byName);
  };
  const get = (id: string): SavedSearch | undefined => {
    for (const [place, memento] of places) {
      const key = memento.keys().find((one) => one.startsWith(prefix) && one.endsWith(`/${id}`));
      const found = key === undefined ? undefined : read(place, key);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const write = async ({ place, ...record }: SavedSearch): Promise<void> => {
    const text = JSON.stringify(savedSearchSchema.parse(record));
    await mementos[place].update(keyOf(record.endpointId, record.id), JSON.parse(text));
  };

  return {
    list,
    get,
    /**
     * Saves searches, all or none. One with the same endpoint, name and place as another replaces it.
     *
     * @returns their ids
     * @throws RequestFailure `invalid` if one is too large, or there are too many
     */
    async save(place: SavedPlace, ...searches: readonly NewSearch[]): Promise<readonly string[]> {
      const present = list().filter((one) => one.place === place);
      const wanted = searches.map((search): SavedSearch => {
        const same = present.find(({ endpointId, name }) => endpointId === search.endpointId && name === search.name);
        const record: SavedRecord = { ...same, version: savedVersion, id: same?.id ?? randomUUID(), ...search };
        if (JSON.stringify(record).length > longestSaved) throw tooLarge();
        return { ...record, place };
      });
      const ids = new Set([...present, ...wanted].map(({ id }) => id));
      if (ids.size > mostSaved) throw tooMany();
      for (const one of wanted) await write(one);
      return wanted.map(({ id }) => id);
    },
    /** Does nothing if the search is gone. */
    async rename(id: string, name: string): Promise<void> {
      const present = get(id);
      if (present !== undefined) await write({ ...present, name });
    },
    async remove(id: string): Promise<void> {
      const present = get(id);
      if (present !== undefined) await mementos[present.place].update(keyOf(present.endpointId, id), undefined);
    },
    /** Removes all searches of these endpoints, readable or not. @returns whether there were any */
    async removeOf(isMeant: (endpointId: string) => boolean): Promise<boolean> {
      let wereThere = false;
      for (const [, memento] of places) {
        for (const key of memento.keys()) {
          const endpointId = endpointOfKey(key);
          if (endpointId === undefined || !isMeant(endpointId)) continue;
          wereThere = true;
          await memento.update(key, undefined);
        }
      }
      return wereThere;
    },
  };
}

/** The places in which searches of one endpoint have a name: there, another one with this name would replace one. */
export function placesByName(
  searches: readonly Pick<SavedSearch, 'name' | 'place'>[],
): ReadonlyMap<string, readonly SavedPlace[]> {
  const places = new Map<string, SavedPlace[]>();
  for (const { name, place } of searches) places.set(name, [...(places.get(name) ?? []), place]);
  return places;
}

const alphabet = new Intl.Collator('en', { numeric: true });

function byName(a: SavedSearch, b: SavedSearch): number {
  return alphabet.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
}

function tooLarge(): RequestFailure {
  return new RequestFailure({
    kind: 'invalid',
    sentence: l10n.t('This search is too large to save: it has more than {0} characters.', numberText(longestSaved)),
    nextStep: l10n.t('Save its body as a file instead.'),
  });
}

function tooMany(): RequestFailure {
  return new RequestFailure({
    kind: 'invalid',
    sentence: l10n.t('At most {0} searches can be saved here.', numberText(mostSaved)),
    nextStep: l10n.t('Export searches that you rarely use, and delete them.'),
  });
}
