import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What this process holds, once garbage is collected. */
export interface Held {
  readonly heapMB: number;
  readonly residentMB: number;
  /** Open files, sockets included; none where the system does not tell. */
  readonly files: number;
  readonly sockets: number;
  readonly timers: number;
}

/** What it holds now. */
export async function heldNow(): Promise<Held> {
  if (globalThis.gc === undefined) throw new Error('the soak runs under node --expose-gc');
  // What weak references and finalizers hold goes with a later turn.
  for (let times = 0; times < 3; times++) {
    globalThis.gc();
    await sleep(10);
  }
  const { heapUsed, rss } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  const opened = openFiles();
  const count = (...names: readonly string[]): number => resources.filter((name) => names.includes(name)).length;
  return {
    heapMB: heapUsed / 2 ** 20,
    residentMB: rss / 2 ** 20,
    // Node tells of those that keep the process going only, which kept-alive connections do not.
    sockets: Math.max(opened.filter((link) => link.startsWith('socket:')).length, count('TCPSocketWrap', 'TLSWrap')),
    files: opened.length,
    timers: count('Timeout'),
  };
}

/** What this process has open, as Linux names it. */
function openFiles(): readonly string[] {
  try {
    return readdirSync('/proc/self/fd').map((number) => linkOf(`/proc/self/fd/${number}`));
  } catch {
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // The folder itself was open while it was read.
    return '';
  }
}

/** How much more may be held later than early on, while connections stand: what caches and the engine still learn. */
const allowedGrowth: Readonly<Record<keyof Held, number>> = {
  heapMB: 8,
  residentMB: 80,
  files: 12,
  sockets: 12,
  timers: 12,
};
/** The same once all is closed, compared with the beginning. Memory stays with the process, and modules were loaded. */
const moreClosed: Readonly<Record<keyof Held, number>> = {
  heapMB: 24,
  residentMB: 200,
  files: 2,
  sockets: 0,
  timers: 0,
};

/** What grew, as sentences. */
export function grown(what: string, early: Held, late: Held, isClosed: boolean): readonly string[] {
  return Object.entries(isClosed ? moreClosed : allowedGrowth).flatMap(([name, most]) => {
    const of = (held: Held): number => held[name as keyof Held];
    const more = of(late) - of(early);
    return more <= most ? [] : [`${what}: ${name} grew from ${shown(of(early))} to ${shown(of(late))}`];
  });
}

/** A line of the table. */
export function heldText({ heapMB, residentMB, files, sockets, timers }: Held): string {
  const memory = `heap ${shown(heapMB)} MB, resident ${shown(residentMB)} MB`;
  return `${memory}, files ${files}, sockets ${sockets}, timers ${timers}`;
}

const shown = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 1 });
