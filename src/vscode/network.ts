import * as vscode from 'vscode';
import type { DoorOptions } from '../core/http/door';
import { loadCore } from './core';
import { Settings } from './ids';

/** Whether a configuration change alters how endpoints are reached. */
export function affectsNetwork(event: vscode.ConfigurationChangeEvent): boolean {
  return event.affectsConfiguration('http') || event.affectsConfiguration(`${Settings.section}.request`);
}

/**
 * How requests leave this host, from VS Code's `http.*` settings and ours. A bundled undici gets none of this by itself:
 * VS Code patches node's http and fetch only (see design, decision 3).
 */
export async function doorOptions(target: URL, remote: boolean): Promise<DoorOptions> {
  const http = vscode.workspace.getConfiguration('http');
  const own = vscode.workspace.getConfiguration(Settings.section);
  const proxy =
    http.get<string>('proxySupport') === 'off' ? '' : http.get<string>('proxy') || proxyOfEnvironment(target);
  const isSecure = [target.href, proxy].some((address) => address.startsWith('https:'));
  const certificates = isSecure && http.get<boolean>('systemCertificates', true) ? await trusted() : undefined;
  return {
    proxy,
    noProxy: [...http.get<string[]>('noProxy', []), ...noProxyOfEnvironment()],
    proxyStrictSsl: http.get<boolean>('proxyStrictSSL', true),
    ...(certificates === undefined ? {} : { extraCertificates: certificates }),
    answerTimeoutMs: number(own.get(Settings.timeout), 1, 600, 30) * 1000,
    maxBytes: number(own.get(Settings.maxSize), 1, 1024, 64) * 1024 * 1024,
    from: whereFrom(remote),
  };
}

/** Reading the system's certificates takes some 50 ms, so plain http does without. */
async function trusted(): Promise<readonly string[] | undefined> {
  return (await loadCore()).systemCertificates();
}

/** Where requests come from, as a person would say it. */
export function whereFrom(remote: boolean): string {
  if (!remote) return 'this computer';
  switch (vscode.env.remoteName) {
    case 'dev-container':
    case 'attached-container':
      return 'the container';
    case 'wsl':
      return 'WSL';
    case 'ssh-remote':
      return 'the SSH host';
    case 'codespaces':
      return 'the codespace';
    default:
      return 'the remote host';
  }
}

function number(value: unknown, least: number, most: number, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : otherwise;
}

function proxyOfEnvironment(target: URL): string {
  const { env } = process;
  const own = target.protocol === 'https:' ? (env.HTTPS_PROXY ?? env.https_proxy) : (env.HTTP_PROXY ?? env.http_proxy);
  const proxy = own ?? env.ALL_PROXY ?? env.all_proxy ?? '';
  // The shell's SOCKS proxy is meant for programs that speak it; one in http.proxy is told of as unusable.
  return /^socks/i.test(proxy) ? '' : proxy;
}

function noProxyOfEnvironment(): string[] {
  const list = process.env.NO_PROXY ?? process.env.no_proxy ?? '';
  return list.split(',').flatMap((entry) => entry.trim() || []);
}
