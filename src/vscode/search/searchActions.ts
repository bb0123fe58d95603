import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { FieldInfo } from '../../core/search/engine/fieldList';
import { standaloneBody } from '../../core/search/paging/pager';
import { curlOf, devToolsOf } from '../../core/search/query/copyAs';
import { searchPath } from '../../core/search/wire/searchPath';
import { parseSearchArgument, type SearchAction } from '../../protocol/actions';
import type { SearchQuestion } from '../../protocol/question';
import type { CommandHandlers } from '../shared/commands';
import { Commands } from '../shared/ids';
import type { QuickChoice } from '../shared/quickInput';
import type { SearchContext } from './endpointSearch';
import type { CountHits } from './exportHitsToFile';
import { searchCommandIds } from './pageCommands';
import type { PickedSearch } from './searchHistoryPick';
import type { SearchPanel } from './searchPanel';
import type { SearchPanels } from './searchPanels';

/** The parts of the extension that actions on a search use. */
interface SearchActionsDeps {
  readonly clipboard: Pick<vscode.Clipboard, 'writeText'>;
  /**
   * @param fields the facts about fields that `searchOf` needs
   * @param column the column of the search; undefined if VS Code has not told it yet
   */
  editAsJson(
    endpointId: string,
    question: SearchQuestion,
    fields: readonly FieldInfo[],
    column: vscode.ViewColumn | undefined,
  ): Promise<void>;
  /** @param countShown counts the hits of the current page, which shows the number; absent if this is another search */
  exportHits(context: SearchContext, countShown: CountHits | undefined): Promise<void>;
  saveSearch(endpointId: string, question: SearchQuestion): Promise<void>;
  /** Saves the search of a document, if no search page has the focus. */
  saveDocument(argument: unknown): Promise<void>;
  /** Lets the user choose a recent or saved search of the endpoint; undefined if canceled. */
  chooseFromHistory(endpointId: string): Promise<PickedSearch | undefined>;
  /** Shows a search, where no page asks for its history. */
  search(argument: unknown): Promise<void>;
  /** Lets the user choose as what to copy a request; undefined if canceled. */
  chooseFormat(choices: readonly QuickChoice<RequestFormat>[]): Promise<RequestFormat | undefined>;
}

type RequestFormat = 'copyAsCurl' | 'copyAsDevTools';

/** What can be done with the form; the other actions have commands of their own. */
type FormAction = Exclude<SearchAction, 'goToPage' | 'editEndpoint'>;

/**
 * The user's actions on a whole search: the one in the form of a panel, which shows errors. The page passes its panel;
 * otherwise a command is for the focused one.
 */
export function searchActionCommands(panels: SearchPanels, deps: SearchActionsDeps) {
  const act = (action: FormAction, panel: SearchPanel | undefined): Promise<void> | undefined =>
    panel?.attempt(async () => {
      if (panel.form !== undefined) await actOnSearch(action, panel.form, panel, panels, deps);
    });
  const handler = (action: FormAction) => (argument: unknown) => act(action, panelMeant(panels, argument));
  const isOfPage = (argument: unknown): boolean => parseSearchArgument(argument) !== undefined;
  return {
    [searchCommandIds.editAsJson]: handler('editAsJson'),
    [searchCommandIds.export]: handler('export'),
    [Commands.copyRequest]: async (argument) => {
      // The list takes the focus from the page.
      const panelId = panelMeant(panels, argument)?.id;
      if (panelId === undefined) return;
      const action = await deps.chooseFormat([
        { label: l10n.t('curl'), description: l10n.t('Without credentials'), value: 'copyAsCurl' },
        { label: l10n.t('Kibana Console Request'), value: 'copyAsDevTools' },
      ]);
      if (action !== undefined) await handler(action)({ panelId });
    },
    [searchCommandIds.copyAsCurl]: handler('copyAsCurl'),
    [searchCommandIds.copyAsDevTools]: handler('copyAsDevTools'),
    [searchCommandIds.save]: (argument) =>
      isOfPage(argument) || panels.active !== undefined ? handler('save')(argument) : deps.saveDocument(argument),
    [searchCommandIds.history]: (argument) =>
      isOfPage(argument) ? handler('history')(argument) : deps.search(argument),
  } satisfies CommandHandlers;
}

/** The panel that a command is for: that of the page which runs it, or else the focused one. */
export function panelMeant(panels: SearchPanels, argument: unknown): SearchPanel | undefined {
  const asked = parseSearchArgument(argument);
  return asked === undefined ? panels.active : panels.find(asked.panelId);
}

/** Carries out the user's action on the search in the form. Rejects with `RequestFailure` if it is not valid. */
async function actOnSearch(
  action: FormAction,
  question: SearchQuestion,
  panel: SearchPanel,
  panels: SearchPanels,
  deps: SearchActionsDeps,
): Promise<void> {
  const { search } = panel;
  switch (action) {
    case 'editAsJson':
      return deps.editAsJson(search.endpointId, question, await search.fieldsFor(question), panel.column);
    case 'export': {
      const context = await search.contextOf(question);
      return deps.exportHits(context, context.page && ((signal) => panel.parts.controller.countShown(signal)));
    }
    case 'save':
      return deps.saveSearch(search.endpointId, question);
    case 'history': {
      const chosen = await deps.chooseFromHistory(search.endpointId);
      if (chosen?.question === undefined) return;
      if (chosen.isNew) await panels.ask(search.endpointId, chosen.question, { isNew: true });
      else panel.ask(chosen.question);
      return;
    }
    case 'copyAsCurl':
    case 'copyAsDevTools': {
      const { search: asked, page } = await search.contextOf(question);
      const endpoint = await (await search.engine()).client.endpoint();
      const { body, lacks } = standaloneBody(asked, page);
      const sent = {
        // The endpoint is that of the connection, so it may lack what was learned on it.
        method: page?.sent.method ?? endpoint.searchMethod ?? 'GET',
        path: searchPath(asked.index),
        body,
      };
      const isCurl = action === 'copyAsCurl';
      await deps.clipboard.writeText(isCurl ? curlOf(endpoint, sent) : devToolsOf(sent));
      const copied = isCurl
        ? l10n.t('Copied as curl, without credentials')
        : l10n.t('Copied as Kibana Console request');
      panel.post({ kind: 'announce', text: lacks === undefined ? copied : `${copied}. ${lackWords[lacks]()}` });
    }
  }
}

const lackWords = {
  'equal hits': () =>
    l10n.t('Without its point in time, hits that sort the same as the one before this page are left out.'),
  place: () => l10n.t('Without its point in time, it starts at the first hit: engines refuse a later start.'),
};
