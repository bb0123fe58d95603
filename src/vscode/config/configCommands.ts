import type { CommandHandlers } from '../shared/commands';
import { Commands } from '../shared/ids';
import type { ConfigFiles } from './registerConfig';

export function configCommands({ config }: { readonly config: Pick<ConfigFiles, 'editing'> }) {
  return {
    [Commands.connectConfig]: async (argument) => (await config.editing()).connect(argument),
    [Commands.goToConfig]: async (argument) => (await config.editing()).goTo(argument),
    [Commands.whichRouterTakesThis]: async (argument) => (await config.editing()).whichRouter(argument),
  } satisfies CommandHandlers;
}
