import { readRule } from './readRule';
import type { RuleNode } from './rule';

/** What such a rule begins with: most are told apart without being read. */
const BEGINNING = /^[\s(!]*(?:HostSNI|\/)/i;

/**
 * Whether a TCP rule is only ``HostSNI(`*`)``, however it is written: its priority is -1 where none is set, so that it comes after all that say more.
 * Traefik does not look at a `!` before it (GetRulePriority in pkg/muxer/tcp/mux.go).
 */
export function isCatchAll(rule: string): boolean {
  if (!BEGINNING.test(rule)) return false;
  const read = readRule(rule, { protocol: 'tcp', syntax: 'v2' });
  return read.kind === 'rule' && isStar(read.root);
}

function isStar(node: RuleNode): boolean {
  if (node.kind === 'not') return isStar(node.part);
  return node.kind === 'matcher' && node.name === 'HostSNI' && node.values.join() === '*' && node.values.length === 1;
}
