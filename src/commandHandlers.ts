import type { compareCommands } from './vscode/compare/compareCommands';
import type { configCommands } from './vscode/config/registerConfig';
import type { documentCommands } from './vscode/documents/documentCommands';
import type { endpointCommands } from './vscode/endpoints/endpointCommands';
import type { proxyCommands } from './vscode/proxies/proxyCommands';
import type { routingCommands } from './vscode/routing/whichRouter';
import type { searchCommands } from './vscode/search/searchCommands';
import type { CommandHandlers } from './vscode/shared/commands';
import type { FeatureCommands } from './vscode/shared/ids';
import type { sharedCommands } from './vscode/shared/sharedCommands';

type Deps = Parameters<typeof compareCommands>[0] &
  Parameters<typeof configCommands>[0] &
  Parameters<typeof documentCommands>[0] &
  Parameters<typeof endpointCommands>[0] &
  Parameters<typeof proxyCommands>[0] &
  Parameters<typeof routingCommands>[0] &
  Parameters<typeof searchCommands>[0] &
  Parameters<typeof sharedCommands>[0];

type Features = typeof FeatureCommands;
type IdOf<Feature extends keyof Features> = Features[Feature][keyof Features[Feature]] & string;

/** What loads the handlers of each feature's commands. */
export function commandHandlers(deps: Deps): {
  readonly [Feature in keyof Features]: () => Promise<Readonly<Record<IdOf<Feature>, CommandHandlers[string]>>>;
} {
  return {
    shared: async () => {
      const { clients, saved, snapshots } = deps;
      return (await import('./vscode/shared/sharedCommands')).sharedCommands(deps, {
        Endpoints: async (text) =>
          (await import('./vscode/endpoints/exchangeEndpoints')).importEndpoints(clients, text),
        Searches: async (text) =>
          (await import('./vscode/search/savedSearchFiles')).importSavedSearches(clients, saved, text),
        Snapshot: async (text, row) =>
          (await import('./vscode/compare/importSnapshot')).importSnapshot(clients, snapshots, text, row),
      });
    },
    endpoints: async () => (await import('./vscode/endpoints/endpointCommands')).endpointCommands(deps),
    proxies: async () => (await import('./vscode/proxies/proxyCommands')).proxyCommands(deps),
    documents: async () => (await import('./vscode/documents/documentCommands')).documentCommands(deps),
    search: async () => (await import('./vscode/search/searchCommands')).searchCommands(deps),
    routing: async () => (await import('./vscode/routing/whichRouter')).routingCommands(deps),
    compare: async () => (await import('./vscode/compare/compareCommands')).compareCommands(deps),
    config: async () => (await import('./vscode/config/registerConfig')).configCommands(deps),
    former: async () => (await import('./vscode/shared/formerCommands')).formerCommands(),
  };
}
