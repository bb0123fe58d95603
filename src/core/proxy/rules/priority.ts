import type { Router } from '../model/model';
import { hasChange, type TraefikVersion, versionChanges } from '../model/versions';
import { readRule } from './readRule';
import type { RuleNode } from './rule';

/** Decides which router of an entry point gets a request if several match: the highest wins. */
interface Priority {
  readonly value: bigint;
  /** Whether it is derived from the rule rather than reported by the API. */
  readonly computed: boolean;
}

/**
 * The priority of a router: as reported by the API, or else Traefik's default, the length of the rule in bytes. Since
 * 3.0, the API reports the default, too; 2.x omits it.
 *
 * Undefined if there is none: for UDP, without a rule, and for a router that is not served. TCP routers have priorities
 * only since 2.7, so theirs are computed only if the version is known.
 *
 * @param version the version of the router's Traefik
 * @see https://github.com/traefik/traefik/blob/v2.11/pkg/muxer/http/mux.go (AddRoute)
 * @see https://github.com/traefik/traefik/blob/v2.11/pkg/muxer/tcp/mux.go (AddRoute)
 */
export function routerPriorityOf(router: Router, version?: TraefikVersion): Priority | undefined {
  const { protocol, priority, rule, status, unread } = router;
  if (priority !== undefined) return { value: priority, computed: false };
  if (rule === undefined || rule === '' || status === 'disabled' || unread.includes('priority')) return undefined;
  switch (protocol) {
    case 'http':
      return { value: bytesOf(rule), computed: true };
    case 'tcp':
      return hasChange(version, versionChanges.tcpPriorities)
        ? { value: isCatchAll(rule) ? -1n : bytesOf(rule), computed: true }
        : undefined;
    case 'udp':
      return undefined;
  }
}

/** Go's len() of a string. */
function bytesOf(text: string): bigint {
  return BigInt(Buffer.byteLength(text));
}

/** The beginning of such a rule: most rules can be ruled out without parsing them. */
const beginning = /^[\s(!]*(?:HostSNI|\/)/i;

/**
 * Whether a TCP rule is only ``HostSNI(`*`)``, in any spelling: its default priority is -1, so that it comes after all
 * more specific ones. Traefik ignores a `!` before it (GetRulePriority in pkg/muxer/tcp/mux.go).
 */
export function isCatchAll(rule: string): boolean {
  if (!beginning.test(rule)) return false;
  const read = readRule(rule, { protocol: 'tcp', syntax: 'v2' });
  return read.kind === 'rule' && isStar(read.root);
}

function isStar(node: RuleNode): boolean {
  if (node.kind === 'not') return isStar(node.part);
  return node.kind === 'matcher' && node.name === 'HostSNI' && node.values.join() === '*' && node.values.length === 1;
}
