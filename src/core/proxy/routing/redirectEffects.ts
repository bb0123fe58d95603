import * as l10n from '@vscode/l10n';
import { bytesOf, utf8TextOf } from '../rules/requestTarget';
import { addressText, parseAddress } from './goUrl';
import {
  type EffectOf,
  longestUrlText,
  type MiddlewareEffect,
  notCertain,
  passedOn,
  patternWithin,
  unreadPattern,
  urlTooLong,
} from './middlewareEffect';
import type { PassingRequest } from './passingRequest';

/** Middlewares that respond with a redirect. */
export const redirectEffects: Readonly<Record<string, EffectOf>> = {
  redirectScheme: ({ redirectScheme }, request) => {
    const { scheme = '', port = '', permanent = false, forcePermanentRedirect = false } = redirectScheme ?? {};
    if (scheme === '') return notCertain(l10n.t('The redirect has no scheme.'));
    const isUsual = (scheme === 'http' && port === '80') || (scheme === 'https' && port === '443');
    const newPort = port === '' || isUsual ? '' : `:${port}`;
    // Traefik drops the brackets of an IPv6 address with a port: the result is not evaluated here.
    const [, host, oldPort] = /^([^:[\]]*)(:\d*)?$/.exec(request.host) ?? [];
    if (host === undefined) return notCertain(l10n.t('Redirects for IPv6 addresses are not evaluated.'));
    const go = (proto: string | undefined): MiddlewareEffect => {
      const from = protoOf(proto) ?? (request.isTls ? 'https' : 'http');
      const isNeedless = (from === 'http' && oldPort === ':80') || (from === 'https' && oldPort === ':443');
      const old = `${from}://${host}${isNeedless ? '' : (oldPort ?? '')}${request.target}`;
      const [, , name = '', , rest = ''] = uriPattern.exec(old) ?? [];
      const location = `${bytesOf(scheme)}://${name}${newPort}${rest}`;
      return redirected(request, old, location, statusOf(request, permanent, forcePermanentRedirect ? 308 : undefined));
    };
    if (request.proto !== undefined) return go(request.proto);
    const [trusted, other] = [go('https'), go('http')];
    return trusted.kind === other.kind
      ? trusted
      : notCertain(l10n.t('The redirect depends on whether Traefik trusts X-Forwarded-Proto.'));
  },
  redirectRegex: ({ redirectRegex }, request, _version, effort) => {
    const { regex = '', replacement = '', permanent = false, statusCode } = redirectRegex ?? {};
    const old = utf8TextOf(`${request.isTls ? 'https' : 'http'}://${request.host}${request.target}`);
    const pattern = patternWithin(effort, regex, old ?? '');
    if (pattern === undefined || old === undefined) return notCertain(unreadPattern());
    if (!pattern.test(old)) return { kind: 'passes', request };
    const location = pattern.replace(old, replacement, longestUrlText);
    if (location === undefined) return notCertain(urlTooLong());
    return redirected(request, bytesOf(old), bytesOf(location), statusOf(request, permanent, statusCode));
  },
};

/** How redirectScheme splits an address. The address is ours, so hostile text cannot make this slow. */
const uriPattern = /^(https?:\/\/)?(\[[\w:.]+\]|[\w._-]+)?(:\d+)?(.*)$/s;

function protoOf(proto: string | undefined): 'http' | 'https' | undefined {
  switch (proto?.toLowerCase()) {
    case 'http':
    case 'ws':
      return 'http';
    case 'https':
    case 'wss':
      return 'https';
    default:
      return undefined;
  }
}

function statusOf({ method }: PassingRequest, permanent: boolean, own: number | undefined): number {
  if (own !== undefined) return own;
  if (method === 'GET') return permanent ? 301 : 302;
  return permanent ? 308 : 307;
}

function redirected(request: PassingRequest, old: string, location: string, status: number): MiddlewareEffect {
  const address = parseAddress(location);
  if (address === 'error') return { kind: 'answers', status: 502 };
  if (address === 'unsure') return notCertain(l10n.t('The redirect target could not be evaluated.'));
  if (location !== old) return { kind: 'answers', status, location: addressText(address) };
  return passedOn(request, address);
}
