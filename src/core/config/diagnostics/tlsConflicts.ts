import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import { readRule } from '../../proxy/rules/readRule';
import { matchersIn } from '../../proxy/rules/rule';
import { type ConfigProblem, objectProblem } from '../model/configProblem';
import type { Declaration } from '../model/declaration';
import { splitQualifiedName } from '../names/objectNames';
import { isKnown } from '../source/placedText';
import { type CheckContext, syntaxOf } from './checkContext';
import { qualifiedReference } from './objectIndex';

/** UTF-16 units of a rule, hosts in it, and entry points of a router; real ones are fewer. */
const longestRule = 10_000;
const mostHosts = 100;
const mostEntryPoints = 20;

/**
 * TLS options that Traefik replaces with the default ones, because only the server name can select them: if routers of
 * one entry point have different ones for the same host, or if a rule has no host (resolveHTTPTLSOptions in
 * pkg/server/aggregator.go).
 */
export class TlsConflicts {
  /** By entry point and host, the first router with each of its options. */
  private readonly byPlace = new Map<string, Map<string, Declaration>>();
  private readonly places = new Map<Declaration, readonly string[]>();

  constructor(private readonly context: CheckContext) {}

  /** Adds a router. Callers add all of them before they query. */
  add(one: Declaration): void {
    const { router } = one;
    if (router?.tls === undefined || one.protocol !== 'http' || one.isConditional === true) return;
    if (router.parentRefs.length > 0 || router.rule === undefined || !isKnown(router.rule.value)) return;
    if (router.entryPoints?.some(({ value }) => !isKnown(value)) === true || !isKnown(optionsOf(one))) return;
    const hosts = this.hostsOf(one);
    if (hosts === undefined) return;
    // Routers without entry points use the default ones.
    const entryPoints = router.entryPoints?.slice(0, mostEntryPoints).map(({ value }) => value) ?? [''];
    const places = entryPoints.flatMap((entryPoint) => hosts.map((host) => `${entryPoint} ${host}`));
    this.places.set(one, places);
    for (const place of places) {
      const routers = this.byPlace.get(place) ?? new Map<string, Declaration>();
      this.byPlace.set(place, routers);
      if (!routers.has(optionsOf(one))) routers.set(optionsOf(one), one);
    }
  }

  /** The problem of the options that a router names. */
  problemOf(one: Declaration): ConfigProblem | undefined {
    const places = this.places.get(one);
    const at = one.router?.tls?.options;
    const own = optionsOf(one);
    if (places === undefined || at === undefined || own === 'default') return undefined;
    if (places.length === 0) {
      const message = l10n.t(
        'TLS options are chosen by the host, which the rule does not name with Host. Traefik uses the default options.',
      );
      return objectProblem(one, 'warning', 'tls.conflict', at, message);
    }
    for (const place of places) {
      for (const [options, other] of this.byPlace.get(place) ?? []) {
        if (options === own) continue;
        const message = l10n.t(
          'The router “{0}” has other TLS options for the host “{1}”. Traefik uses the default options for both. Give them the same.',
          quoted(splitQualifiedName(other.name).own),
          quoted(place.slice(place.lastIndexOf(' ') + 1)),
        );
        return objectProblem(one, 'warning', 'tls.conflict', at, message);
      }
    }
    return undefined;
  }

  /** In lower case, as ParseDomains of pkg/muxer/http finds them, also below a “!”; undefined if unreadable. */
  private hostsOf(one: Declaration): readonly string[] | undefined {
    const text = one.router?.rule?.value ?? '';
    if (text.length > longestRule) return undefined;
    const rule = readRule(text, { protocol: 'http', syntax: syntaxOf(one, this.context) });
    if (rule.kind !== 'rule') return undefined;
    const hosts = [...matchersIn(rule.root)].flatMap(({ name, values }) => (name === 'Host' ? values : []));
    return [...new Set(hosts.map((host) => host.toLowerCase()))].slice(0, mostHosts);
  }
}

/** The name with its provider, or `default`. */
function optionsOf(one: Declaration): string {
  const written = one.router?.tls?.options?.value;
  return written === undefined || written === 'default' ? 'default' : qualifiedReference(one, written);
}
