import * as vscode from 'vscode';
import type { ClientRegistry } from '../shared/clientRegistry';
import { registerConfigLenses } from './codeLens';
import { registerConfigCompletion } from './completion';
import { connectConfig, openConfigBindings } from './configBindings';
import { openConfigIndex } from './configIndex';
import { openConfigProxies } from './configProxies';
import { openConfigReadings } from './configReadings';
import { registerConfigNames } from './definition';
import { registerConfigProblems } from './diagnostics';
import { goToConfig } from './goToConfig';
import { registerConfigHovers } from './hover';
import { registerWhichRouterTakesThis, whichRouterTakesThis } from './whichRouterTakesThis';

export interface ConfigEditingDeps {
  readonly clients: ClientRegistry;
  readonly state: Pick<vscode.Memento, 'get' | 'update'>;
  readonly log: Pick<vscode.LogOutputChannel, 'error'>;
}

/** The features in editors of files that declare objects for a proxy. */
export interface ConfigEditing extends vscode.Disposable {
  /** Lets the user choose the proxy of a file's folder, and reads that proxy. */
  connect(argument: unknown): Promise<void>;
  /** Opens the file that declares the item of a row. */
  goTo(argument: unknown): Promise<void>;
  /** Shows which router takes a request that a rule is about. */
  whichRouter(argument: unknown): Promise<void>;
}

/** Registers the features for all current and future documents. */
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
