import * as vscode from 'vscode';
import type { HttpClientOptions } from '../../core/base/http/httpClient';
import type { RawNetworkSettings } from '../../core/base/http/networkSettings';
import type { ReadLimits } from '../../core/proxy/api/readBudget';
import { Settings } from './ids';

/** Whether a configuration change affects how requests reach endpoints. */
export function affectsNetworkSettings(event: vscode.ConfigurationChangeEvent): boolean {
  return event.affectsConfiguration('http') || event.affectsConfiguration(`${Settings.section}.request`);
}

/**
 * How requests to `target` leave this host, according to the settings. A bundled undici does not know them: VS Code
 * patches only Node's http and fetch (see design, decision 3).
 *
 * @param remote whether the extension runs on the other side of a remote connection
 */
export async function httpClientOptions(target: URL, remote: boolean): Promise<HttpClientOptions> {
  const { httpClientOptionsOf, requestOriginOf } = await import('../../core/base/http/networkSettings');
  const { systemCertificates } = await import('../../core/base/http/trustedAuthorities');
  return {
    ...httpClientOptionsOf(rawSettings(), process.env, target, systemCertificates),
    from: requestOriginOf(remote ? vscode.env.remoteName : undefined),
  };
}

/** The limits of one refresh of a proxy, from the settings. */
export async function refreshLimits(): Promise<ReadLimits> {
  const { refreshLimitsOf } = await import('../../core/base/http/networkSettings');
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
    maxSizeMiB: own.get(Settings.maxSize),
    maxRefreshSizeMiB: own.get(Settings.maxRefreshSize),
    maxRefreshItems: own.get(Settings.maxRefreshItems),
  };
}
