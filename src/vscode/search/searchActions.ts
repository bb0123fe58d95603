import type * as vscode from 'vscode';
import type { FieldInfo } from '../../core/search/engine/fieldList';
import type { SearchPage } from '../../core/search/paging/pager';
import type { Search } from '../../core/search/wire/search';
import type { FromPage, ToPage } from '../../protocol/panel';
import type { Question } from '../../protocol/question';
import { loadCore } from '../shared/core';
import type { Result } from './answering';
import type { Engine } from './engines';

type SearchAction = Extract<FromPage, { kind: 'act' }>['action'];

/** A search as others than its panel see it. */
export interface SearchContext {
  readonly endpointId: string;
  readonly question: Question;
  readonly search: Search;
  /** The page that is shown, where it is one of this search. */
  readonly page: SearchPage | undefined;
  /** The columns that were chosen; empty where none were. */
  readonly columns: readonly string[];
}

/** What can be done with a search needs this. */
export interface SearchActionDeps {
  readonly clipboard: Pick<vscode.Clipboard, 'writeText'>;
  /** @param fields what `searchOf` has to know of the fields */
  editAsJson(endpointId: string, question: Question, fields: readonly FieldInfo[]): Promise<void>;
  exportHits(context: SearchContext): Promise<void>;
  save(endpointId: string, question: Question): Promise<void>;
  /** Lets a person choose a search that was run or saved at the endpoint; undefined where they did not. */
  chooseFromHistory(endpointId: string): Promise<Question | undefined>;
}

/** Where an action takes place. */
interface Scene {
  readonly endpointId: string;
  readonly shown: Result | undefined;
  engine(): Promise<Engine>;
  columnsOf(index: string): Promise<readonly string[]>;
  /** What is known of the fields of an index so far. */
  fieldsOf(index: string): Promise<readonly FieldInfo[]>;
}

/** Does with the search in the form what a person chose. Rejects with `RequestFailure` where it cannot be asked like this. */
export async function perform(
  action: SearchAction,
  question: Question,
  scene: Scene,
  deps: SearchActionDeps,
  post: (message: ToPage) => void,
): Promise<void> {
  const { endpointId } = scene;
  switch (action) {
    case 'editAsJson':
      return deps.editAsJson(endpointId, question, await fieldsFor(question, scene));
    case 'export':
      return deps.exportHits(await contextOf(question, scene));
    case 'save':
      return deps.save(endpointId, question);
    case 'history': {
      const chosen = await deps.chooseFromHistory(endpointId);
      if (chosen !== undefined) post({ kind: 'ask', question: chosen, run: true });
      return;
    }
    case 'copyAsCurl':
    case 'copyAsDevTools': {
      const core = await loadCore();
      const { search, page } = await contextOf(question, scene);
      const endpoint = await (await scene.engine()).door.endpoint();
      const sent = {
        method: endpoint.searchMethod ?? 'GET',
        path: core.searchPath(search.index),
        body: core.withMembers(search.body, { from: String(page?.from ?? search.from), size: String(search.size) }),
      };
      const isCurl = action === 'copyAsCurl';
      await deps.clipboard.writeText(isCurl ? core.curlOf(endpoint, sent) : core.devToolsOf(sent));
      post({ kind: 'said', text: isCurl ? 'Copied as curl, without credentials' : 'Copied as Dev Tools text' });
    }
  }
}

/** The search of a question: the one that is shown, dates included, where it is the same question. */
export async function contextOf(question: Question, scene: Scene): Promise<SearchContext> {
  const { endpointId, shown, columnsOf } = scene;
  const { searchOf } = await loadCore();
  const columns = await columnsOf(question.index);
  const isShown = shown !== undefined && JSON.stringify(shown.question) === JSON.stringify(question);
  if (isShown) return { endpointId, question, search: shown.page.search, page: shown.page, columns };
  const fields = await fieldsFor(question, scene);
  return { endpointId, question, search: searchOf(question, 0, new Date(), fields), page: undefined, columns };
}

async function fieldsFor(question: Question, { engine, fieldsOf }: Scene): Promise<readonly FieldInfo[]> {
  const { fieldsAsked } = await loadCore();
  const { catalogue } = await engine();
  return fieldsAsked(catalogue, question, await fieldsOf(question.index));
}
