import type { compareCommands } from './vscode/compare/compareCommands';
import type { configCommands } from './vscode/config/registerConfig';
import type { documentCommands } from './vscode/documents/documentCommands';
import type { endpointCommands } from './vscode/endpoints/endpointCommands';
import type { proxyCommands } from './vscode/proxies/proxyCommands';
import type { routingCommands } from './vscode/routing/whichRouter';
import type { searchCommands } from './vscode/search/searchCommands';
import type { CommandHandlers } from './vscode/shared/commands';
import { Commands, type FeatureCommands } from './vscode/shared/ids';

type Deps = Parameters<typeof compareCommands>[0] &
  Parameters<typeof configCommands>[0] &
  Parameters<typeof documentCommands>[0] &
  Parameters<typeof endpointCommands>[0] &
  Parameters<typeof proxyCommands>[0] &
  Parameters<typeof routingCommands>[0] &
  Parameters<typeof searchCommands>[0];

type Features = typeof FeatureCommands;
type IdOf<Feature extends keyof Features> = Features[Feature][keyof Features[Feature]] & string;

/** What loads the handlers of each feature's commands. */
export function commandHandlers(deps: Deps): {
  readonly [Feature in keyof Features]: () => Promise<Readonly<Record<IdOf<Feature>, CommandHandlers[string]>>>;
} {
  const { proxies, searchTree } = deps;
  return {
    endpoints: async () => (await import('./vscode/endpoints/endpointCommands')).endpointCommands(deps),
    proxies: async () => {
      const { proxyCommands } = await import('./vscode/proxies/proxyCommands');
      const { endpointIdOf } = await import('./vscode/shared/chooseEndpoint');
      return {
        ...proxyCommands(deps),
        // Rows of both views have these commands. Each view knows only its own endpoints.
        [Commands.refreshEndpoint]: (node: unknown) =>
          Promise.all([proxies, searchTree].map((view) => view.refresh(endpointIdOf(node)))),
        [Commands.retry]: (node: unknown) =>
          Promise.all([proxies.refresh(endpointIdOf(node)), searchTree.retry(endpointIdOf(node), node)]),
      };
    },
    documents: async () => (await import('./vscode/documents/documentCommands')).documentCommands(deps),
    search: async () => (await import('./vscode/search/searchCommands')).searchCommands(deps),
    routing: async () => (await import('./vscode/routing/whichRouter')).routingCommands(deps),
    compare: async () => (await import('./vscode/compare/compareCommands')).compareCommands(deps),
    config: async () => (await import('./vscode/config/registerConfig')).configCommands(deps),
  };
}
