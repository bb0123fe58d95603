import * as vscode from 'vscode';
import { configName } from '../../core/config/source/mayDeclare';
import type { CommandHandlers } from '../shared/commands';
import { Commands } from '../shared/ids';
import { logError } from '../shared/logError';
import type { ConfigEditing, ConfigEditingDeps } from './configEditing';

/** Languages of files that may declare objects for Traefik. TOML and HCL are languages of other extensions. */
const languages: ReadonlySet<string> = new Set(['yaml', 'dockercompose', 'toml']);

type ConfigFiles = ReturnType<typeof registerConfig>;

/** The features for files that declare objects for a proxy, loaded when the first file is open that may do so. */
export function registerConfig(deps: ConfigEditingDeps) {
  let opening: Promise<ConfigEditing> | undefined;
  const editing = (): Promise<ConfigEditing> => {
    opening ??= import('./configEditing').then(({ openConfigEditing }) => openConfigEditing(deps));
    return opening;
  };
  const look = ({ languageId, fileName }: vscode.TextDocument): void => {
    if (opening !== undefined || !(languages.has(languageId) || configName.test(fileName))) return;
    editing().catch((error: unknown) => logError(deps.log, 'Files cannot be read.', error));
  };
  const subscription = vscode.workspace.onDidOpenTextDocument(look);
  for (const document of vscode.workspace.textDocuments) look(document);
  return {
    editing,
    dispose(): void {
      subscription.dispose();
      void opening?.then((one) => one.dispose());
    },
  };
}

export function configCommands({ config }: { readonly config: Pick<ConfigFiles, 'editing'> }) {
  return {
    [Commands.connectConfig]: async (argument) => (await config.editing()).connect(argument),
    [Commands.goToConfig]: async (argument) => (await config.editing()).goTo(argument),
    [Commands.planChange]: async (argument) => (await config.editing()).plan(argument),
    [Commands.whichRouterTakesThis]: async (argument) => (await config.editing()).whichRouter(argument),
  } satisfies CommandHandlers;
}
