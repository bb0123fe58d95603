import * as vscode from 'vscode';
import type { Endpoint } from '../../core/base/endpoints/endpoint';
import type { HttpClient, HttpClientOptions } from '../../core/base/http/httpClient';
import {
  httpClientOptionsOf,
  type RawNetworkSettings,
  refreshLimitsOf,
  requestOriginOf,
} from '../../core/base/http/networkSettings';
import { openHttpClient } from '../../core/base/http/openHttpClient';
import { systemCertificates } from '../../core/base/http/trustedAuthorities';
import type { ReadLimits } from '../../core/proxy/api/readBudget';
import { readInventory } from '../../core/proxy/api/readInventory';
import type { Inventory } from '../../core/proxy/model/inventory';
import { Settings } from './ids';
import { renamedSetting } from './ownSettings';

/** A client that reaches the endpoint as the settings say, unless `more` says otherwise. */
export function connectTo(endpoint: Endpoint, remote: boolean, more: HttpClientOptions): HttpClient {
  return openHttpClient(endpoint, { ...httpClientOptions(new URL(endpoint.url), remote), ...more });
}

/** Reads what a proxy lists, within the limits of the settings. */
export function readWithinLimits(
  client: HttpClient,
  signal: AbortSignal,
  latest: Inventory | undefined,
): Promise<Inventory> {
  return readInventory(client, signal, latest, refreshLimits());
}

/**
 * How requests to `target` leave this host, according to the settings. A bundled undici does not know them: VS Code
 * patches only Node's http and fetch (see design, decision 3).
 *
 * @param remote whether the extension runs on the other side of a remote connection
 */
function httpClientOptions(target: URL, remote: boolean): HttpClientOptions {
  return {
    ...httpClientOptionsOf(rawSettings(), process.env, target, systemCertificates),
    from: requestOriginOf(remote ? vscode.env.remoteName : undefined),
  };
}

/** The limits of one refresh of a proxy, from the settings. */
export function refreshLimits(): ReadLimits {
  return refreshLimitsOf(rawSettings());
}

function rawSettings(): RawNetworkSettings {
  const http = vscode.workspace.getConfiguration('http');
  const own = vscode.workspace.getConfiguration(Settings.section);
  return {
    proxySupport: http.get('proxySupport'),
    proxy: http.get('proxy'),
    noProxy: http.get('noProxy'),
    proxyAuthorization: http.get('proxyAuthorization'),
    proxyStrictSSL: http.get('proxyStrictSSL'),
    systemCertificates: http.get('systemCertificates'),
    timeoutSeconds: own.get(Settings.timeout),
    maxSizeMegabytes: renamedSetting(own, Settings.maxSize),
    maxRefreshSizeMegabytes: renamedSetting(own, Settings.maxRefreshSize),
    maxRefreshItems: own.get(Settings.maxRefreshItems),
  };
}
