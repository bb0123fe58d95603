import type { CommandHandlers } from '../shared/commands';
import type { Connections } from '../shared/connections';
import { Commands } from '../shared/ids';
import type { PassingDocuments } from '../shared/passing';
import type { WholeDocuments } from '../shared/whole';
import { copyAsJson } from './copyAsJson';
import { openAsJson } from './openAsJson';
import { openDetails } from './openDetails';
import { revealSecrets } from './revealSecrets';

interface DocumentCommandsDeps {
  readonly connections: Connections;
  readonly revealed: PassingDocuments;
  readonly wholes: WholeDocuments;
}

/** What a person does with the documents about items. */
export function documentCommands({ connections, revealed, wholes }: DocumentCommandsDeps): CommandHandlers {
  return {
    [Commands.openDetails]: (argument) => openDetails(connections, argument),
    [Commands.openAsJson]: (argument) => openAsJson(connections, argument),
    [Commands.openWhole]: (uri) => wholes.open(uri),
    [Commands.revealSecrets]: (argument) => revealSecrets(connections, revealed, argument),
    [Commands.copyAsJson]: (argument) => copyAsJson(connections, argument),
  };
}
