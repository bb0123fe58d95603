import * as vscode from 'vscode';
import type { ClientRegistry } from '../shared/clientRegistry';
import { openConfigBindings } from './configBindings';
import { registerConfigCompletion } from './configCompletion';
import { registerConfigHovers } from './configHovers';
import { openConfigIndex } from './configIndex';
import { registerConfigLenses } from './configLenses';
import { registerConfigNames } from './configNames';
import { registerConfigProblems } from './configProblems';
import { openConfigProxies } from './configProxies';
import { openConfigReadings } from './configReadings';
import { connectConfig } from './connectConfig';
import { goToConfig } from './goToConfig';
import { registerWhichRouterTakesThis, whichRouterTakesThis } from './whichRouterTakesThis';

export interface ConfigEditingDeps {
  readonly clients: ClientRegistry;
  readonly state: Pick<vscode.Memento, 'get' | 'update'>;
  readonly log: Pick<vscode.LogOutputChannel, 'error'>;
}

/** What is shown in editors of files that declare something for a proxy. */
export interface ConfigEditing extends vscode.Disposable {
  /** Has a person say which proxy the folder of a file is for, and reads that proxy. */
  connect(argument: unknown): Promise<void>;
  /** Opens the file that declares what a row shows. */
  goTo(argument: unknown): Promise<void>;
  /** Asks which router takes a request of a rule. */
  whichRouter(argument: unknown): Promise<void>;
}

/** Opens it for all documents that are open, or will be. */
export function openConfigEditing({ clients, state, log }: ConfigEditingDeps): ConfigEditing {
  const readings = openConfigReadings(log);
  const bindings = openConfigBindings(state, clients);
  const proxies = openConfigProxies(clients, bindings);
  const index = openConfigIndex();
  const subscriptions = vscode.Disposable.from(
    readings,
    bindings,
    proxies,
    registerConfigProblems(readings, index, proxies, log),
    registerConfigLenses(readings, proxies),
    registerConfigCompletion(readings, index, proxies),
    registerConfigHovers(readings, proxies),
    registerConfigNames(readings, index),
    registerWhichRouterTakesThis(readings),
  );
  return {
    connect: (argument) => connectConfig(clients, bindings, argument),
    goTo: (argument) => goToConfig(clients, index, argument),
    whichRouter: (argument) => whichRouterTakesThis(readings, proxies, argument),
    dispose: () => subscriptions.dispose(),
  };
}
