import type { AbsenceQuestion, LaterChange, SeenContainer } from '../../src/core/config/absence/absenceQuestion';
import type { PlacedText } from '../../src/core/config/source/placedText';
import type { AbsentCase, CaseInput } from './cases';
import { worldOf } from './worldOf';

/** The question of a recorded case, from its input and the object that it declares. */
export function questionOf({ declared, input }: Pick<AbsentCase, 'declared' | 'input'>): AbsenceQuestion {
  const before = changesOf(input.before);
  const written = before.flatMap((change) =>
    change.kind === 'write' ? [{ path: change.path, text: change.text }] : [],
  );
  const made = before.flatMap((change) => (change.kind === 'mkdir' ? [change.path] : []));
  const links = before.flatMap((change) => (change.kind === 'symlink' ? [[change.path, change.to] as const] : []));
  const world = worldOf({
    ...input,
    files: [...(input.files ?? []), ...written],
    directories: [...(input.directories ?? []), ...made],
  });
  return {
    sought: declared,
    world,
    links: new Map(links),
    later: changesOf(input.steps),
    containers: (input.containers ?? []).map(containerOf),
    hasSocket: input.dockerSocket !== false,
    request: requestOf(input.request),
  };
}

/** The changes of files among the steps: a file that is replaced is there with its new text. */
function changesOf(steps: CaseInput['steps'] = []): readonly LaterChange[] {
  return steps.flatMap((step): readonly LaterChange[] => {
    const at = (name: string): string | undefined => {
      const value = step[name];
      return typeof value === 'string' ? value : undefined;
    };
    const write = at('write') ?? at('replace');
    if (write !== undefined) return [{ kind: 'write', path: write, text: at('text') ?? '' }];
    const [removed, made, link, renamed] = [at('remove'), at('mkdir'), at('symlink'), at('rename')];
    if (removed !== undefined) return [{ kind: 'remove', path: removed }];
    if (made !== undefined) return [{ kind: 'mkdir', path: made }];
    if (link !== undefined) return [{ kind: 'symlink', path: link, to: at('to') ?? '' }];
    return renamed === undefined ? [] : [{ kind: 'rename', path: renamed, to: at('as') ?? '' }];
  });
}

function containerOf({
  name,
  labels,
  status,
  health,
  ports,
}: NonNullable<CaseInput['containers']>[number]): SeenContainer {
  const lines = [name, ...Object.entries(labels).map(([key, value]) => `${key}=${value}`)];
  const file = { path: `container ${name}`, text: lines.join('\n') };
  let at = 0;
  const placed = (value: string): PlacedText => {
    const start = at;
    at += value.length + 1;
    return { value, file, start, end: start + value.length, places: 'verbatim' };
  };
  const own = placed(name);
  const written = Object.entries(labels).map(([key, value]) => ({ key: placed(key), value: placed(value) }));
  // Without ports of its own, a recorded container exposes one.
  const hasPort = !(Array.isArray(ports) && ports.length === 0);
  return { name, at: own, labels: written, status, health, hasPort };
}

function requestOf(request: unknown): AbsenceQuestion['request'] {
  if (typeof request !== 'object' || request === null) return undefined;
  const { port, host, path, headers } = request as Readonly<Record<string, unknown>>;
  if (typeof port !== 'number' || typeof host !== 'string' || typeof path !== 'string') return undefined;
  const sent = typeof headers === 'object' && headers !== null ? Object.entries(headers) : [];
  return { port, host, path, headers: new Map(sent.map(([name, value]) => [name, String(value)])) };
}

/** The input of a case after its repair. */
export function repairedInput({ input, repair: { changes } }: AbsentCase): CaseInput {
  const files = new Map((input.files ?? []).map((file) => [file.path, file]));
  for (const { path, text, removed } of changes.files ?? []) {
    if (removed === true) files.delete(path);
    else files.set(path, { path, text: text ?? '' });
  }
  return {
    ...input,
    files: [...files.values()],
    ...('args' in changes && { args: changes.args ?? [] }),
    ...('env' in changes && { env: changes.env ?? {} }),
    ...('before' in changes && { before: changes.before ?? [] }),
    ...('steps' in changes && { steps: changes.steps ?? [] }),
    ...('containers' in changes && { containers: changes.containers ?? [] }),
  };
}
