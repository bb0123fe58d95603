import type { CommandHandlers } from '../shared/commands';
import { Commands } from '../shared/ids';
import { editRouteRequest, type WhichRouterDeps, whichRouter } from './whichRouter';

/** The commands that show which router gets a request. */
export function routingCommands(deps: WhichRouterDeps) {
  return {
    [Commands.whichRouter]: (argument) => whichRouter(deps, argument),
    [Commands.askRouteAgain]: (argument) => editRouteRequest(deps, argument),
    [Commands.showAllRouters]: async (argument) => (await deps.documents.opened()).showAll(argument),
  } satisfies CommandHandlers;
}
