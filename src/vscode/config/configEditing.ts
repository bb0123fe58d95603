import * as vscode from 'vscode';
import type { ClientRegistry } from '../shared/clientRegistry';
import { registerConfigLenses } from './codeLens';
import { openCommittedTexts } from './committedTexts';
import { registerConfigCompletion } from './completion';
import { openConfigIndex } from './configIndex';
import { openConfigBindings, openConfigProxies } from './configProxies';
import { openConfigReadings } from './configReadings';
import { connectConfig } from './connectConfig';
import { goToConfig, registerConfigNames } from './definition';
import { registerConfigProblems } from './diagnostics';
import { registerConfigHovers } from './hover';
import { openChangePlans } from './planChange';
import { registerWhichRouterTakesThis, whichRouterTakesThis } from './whichRouterTakesThis';

export interface ConfigEditingDeps {
  readonly clients: ClientRegistry;
  readonly state: Pick<vscode.Memento, 'get' | 'update'>;
  readonly log: Pick<vscode.LogOutputChannel, 'error'>;
}

export type ConfigEditing = ReturnType<typeof openConfigEditing>;

/** The features in editors of files that declare objects for a proxy: for all current and future documents. */
export function openConfigEditing({ clients, state, log }: ConfigEditingDeps) {
  const readings = openConfigReadings(log);
  const bindings = openConfigBindings(state, clients);
  const proxies = openConfigProxies(clients, bindings);
  const index = openConfigIndex();
  const committed = openCommittedTexts();
  const plans = openChangePlans(index, proxies, committed);
  const subscriptions = vscode.Disposable.from(
    readings,
    bindings,
    proxies,
    plans,
    registerConfigProblems(readings, index, proxies, log),
    registerConfigLenses(readings, proxies, committed),
    registerConfigCompletion(readings, index, proxies),
    registerConfigHovers(readings, proxies),
    registerConfigNames(readings, index),
    registerWhichRouterTakesThis(readings),
  );
  return {
    connect: (argument: unknown) => connectConfig({ clients, bindings, readings, proxies }, argument),
    goTo: (argument: unknown) => goToConfig(clients, index, argument),
    whichRouter: (argument: unknown) => whichRouterTakesThis(readings, proxies, argument),
    plan: (argument: unknown) => plans.plan(argument),
    dispose: (): void => subscriptions.dispose(),
  };
}
