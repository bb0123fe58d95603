import { compareCommands } from './vscode/compare/compareCommands';
import { configCommands } from './vscode/config/registerConfig';
import { documentCommands } from './vscode/documents/documentCommands';
import { endpointCommands } from './vscode/endpoints/endpointCommands';
import { proxyCommands } from './vscode/proxies/proxyCommands';
import { routingCommands } from './vscode/routing/whichRouter';
import { searchCommands } from './vscode/search/searchCommands';
import { endpointIdOf } from './vscode/shared/chooseEndpoint';
import { Commands } from './vscode/shared/ids';

type Deps = Parameters<typeof compareCommands>[0] &
  Parameters<typeof configCommands>[0] &
  Parameters<typeof documentCommands>[0] &
  Parameters<typeof endpointCommands>[0] &
  Parameters<typeof proxyCommands>[0] &
  Parameters<typeof routingCommands>[0] &
  Parameters<typeof searchCommands>[0];

export function commandHandlers(deps: Deps) {
  const { proxies, searchTree } = deps;
  return {
    ...endpointCommands(deps),
    ...proxyCommands(deps),
    // Rows of both views have these commands. Each view knows only its own endpoints.
    [Commands.refreshEndpoint]: (node: unknown) =>
      Promise.all([proxies, searchTree].map((view) => view.refresh(endpointIdOf(node)))),
    [Commands.retry]: (node: unknown) =>
      Promise.all([proxies.refresh(endpointIdOf(node)), searchTree.retry(endpointIdOf(node), node)]),
    ...documentCommands(deps),
    ...routingCommands(deps),
    ...compareCommands(deps),
    ...searchCommands(deps),
    ...configCommands(deps),
  };
}
