/** What has changed in a state: members that have other values, and changes in members that are objects. */
export type StatePatch<State extends object> = {
  readonly [Member in keyof State]?: { readonly to?: unknown } | { readonly in: StatePatch<object> };
};

type Members = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two values of JSON are the same. Those with the same identity are not compared. */
function areSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, at) => areSame(each, other[at]));
  if (!isRecord(one) || !isRecord(other)) return false;
  return Object.keys({ ...one, ...other }).every((member) => areSame(one[member], other[member]));
}

/** What leads from one state to another. Lists are replaced as a whole; what stays as it is keeps its identity. */
export function statePatch<State extends object>(before: State, after: State): StatePatch<State> {
  return changesIn(before as Members, after as Members) as StatePatch<State>;
}

function changesIn(before: Members, after: Members) {
  const changes: Record<string, { readonly to?: unknown } | { readonly in: StatePatch<object> }> = {};
  for (const member of Object.keys({ ...before, ...after })) {
    const [from, to] = [before[member], after[member]];
    if (from === to) continue;
    if (isRecord(from) && isRecord(to)) {
      const inner = changesIn(from, to);
      if (Object.keys(inner).length > 0) changes[member] = { in: inner };
    } else if (!areSame(from, to)) changes[member] = { to };
  }
  return changes;
}

/** The state after a change. */
export function patchedState<State extends object>(before: State, patch: StatePatch<State>): State {
  const after: Record<string, unknown> = { ...(before as Members) };
  for (const [member, change] of Object.entries(patch) as [string, { to?: unknown } | { in: StatePatch<object> }][]) {
    const from = after[member];
    after[member] = 'in' in change ? patchedState(isRecord(from) ? from : {}, change.in) : change.to;
  }
  return after as State;
}
