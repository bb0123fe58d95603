import type { CommandHandlers } from '../shared/commands';
import type { Connections } from '../shared/connections';
import { Commands } from '../shared/ids';
import type { Snapshots } from '../shared/snapshots';
import { addEndpoint } from './addEndpoint';
import { deleteAllEndpoints } from './deleteAllEndpoints';
import { duplicateEndpoint } from './duplicateEndpoint';
import { editEndpoint } from './editEndpoint';
import { exportEndpoints } from './exportEndpoints';
import { importEndpoints } from './importEndpoints';
import { moveEndpoint } from './moveEndpoint';
import { removeEndpoint } from './removeEndpoint';
import { renameEndpoint } from './renameEndpoint';
import { testConnection } from './testConnection';

interface EndpointCommandsDeps {
  readonly connections: Connections;
  readonly snapshots: Snapshots;
}

/** What a person does with endpoints, whatever they are of. */
export function endpointCommands({ connections, snapshots }: EndpointCommandsDeps): CommandHandlers {
  return {
    [Commands.addEndpoint]: () => addEndpoint(connections),
    [Commands.addProxyEndpoint]: () => addEndpoint(connections, 'proxy'),
    [Commands.addSearchEndpoint]: () => addEndpoint(connections, 'search'),
    [Commands.editEndpoint]: (node) => editEndpoint(connections, node),
    [Commands.renameEndpoint]: (node) => renameEndpoint(connections, node),
    [Commands.removeEndpoint]: (node) => removeEndpoint(connections, node),
    [Commands.moveEndpointUp]: (node) => moveEndpoint(connections, node, 'up'),
    [Commands.moveEndpointDown]: (node) => moveEndpoint(connections, node, 'down'),
    [Commands.duplicateEndpoint]: (node) => duplicateEndpoint(connections, node),
    [Commands.testConnection]: (node) => testConnection(connections, node),
    [Commands.exportEndpoints]: () => exportEndpoints(connections),
    [Commands.importEndpoints]: () => importEndpoints(connections),
    [Commands.deleteAllEndpoints]: () => deleteAllEndpoints(connections, snapshots),
  };
}
