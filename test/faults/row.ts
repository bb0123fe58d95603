import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '../../src/core/base/endpoints/endpoint';
import { isRequestFailure } from '../../src/core/base/errors/failure';
import type { HttpClientOptions } from '../../src/core/base/http/httpClient';
import { openHttpClient } from '../../src/core/base/http/openHttpClient';
import type { Fault } from './fault';
import { openForwardProxy } from './forwardProxy';
import { type Front, openFront } from './front';
import { type Half, type HalfName, halves } from './halves';

/** What no failure may tell: part of each of the endpoint's credentials. */
export const secret = 'S3CR3TMARK';

/** What came of a fault in one half. */
export interface Row {
  readonly half: HalfName;
  readonly fault: string;
  /** What came, or the kind of failure and its sentence, with `{origin}` for the addresses. */
  readonly outcome: string;
  readonly foreign: number;
  /** Connections at the server, and sockets and timers of this process, once all is closed. */
  readonly left: { readonly atServer: number; readonly sockets: number; readonly timers: number };
  /** Milliseconds until a canceled ask came back; undefined where it had failed by itself before. */
  readonly cancelMs: number | undefined;
  /** What a canceled ask came back with. */
  readonly canceledAs: string | undefined;
  /** What came once the fault was gone; undefined where it stays for good. */
  readonly again: string | undefined;
  /** Whether what was seen before is still there; undefined where there was nothing. */
  readonly isKept: boolean | undefined;
  readonly tellsSecret: boolean;
  /** Rejections that nobody handled. */
  readonly unhandled: readonly string[];
}

export interface RowSetting {
  /** The sample servers. */
  readonly bases: Readonly<Record<HalfName, string>>;
  /** Requests that came to another origin so far. */
  readonly foreignRequests: () => number;
  readonly unhandled: string[];
  readonly limits: HttpClientOptions;
}

/** Milliseconds that an ask goes on before it is canceled. */
const beforeCancelMs = 200;
/** Milliseconds for sockets and timers to go, on a machine that does other things too. */
const patienceMs = 3_000;

/** Has a half meet a fault: all well, then the fault, then the same canceled, then all well again. */
export async function runRow(fault: Fault, half: HalfName, setting: RowSetting): Promise<Row> {
  const before = { foreign: setting.foreignRequests(), ...handles() };
  const front = await openFront(setting.bases[half], {
    ...(fault.tls && { tls: fault.tls }),
    ...(fault.host && { host: fault.host }),
  });
  const proxy = fault.proxy === undefined ? undefined : await openForwardProxy(fault.proxy);
  const url = fault.url?.(front) ?? front.origin;
  const client = openHttpClient(endpointAt(half, url), { ...setting.limits, ...fault.options?.(proxy?.port ?? 0) });
  const work = halves[half](client);
  const ask = (signal?: AbortSignal): Promise<Told> =>
    told(work, [url, front.origin, `http://127.0.0.1:${proxy?.port}`], signal);

  if (fault.isForGood !== true) await ask();
  const seen = work.kept();
  await fault.begin?.(front);
  front.respondBy(fault.respond);
  const struck = await ask();
  const isKept = seen === 0 ? undefined : work.kept() === seen;
  const canceled = await cancel(ask);
  front.respondBy(undefined);
  await fault.end?.(front);
  const again = fault.isForGood === true ? undefined : (await ask()).outcome;

  await work.close();
  await client.close();
  await proxy?.close();
  const left = await leftAt(front, before);
  await front.close();
  return {
    half,
    fault: fault.name,
    outcome: struck.outcome,
    foreign: setting.foreignRequests() - before.foreign,
    left,
    ...canceled,
    again,
    isKept,
    tellsSecret: struck.whole.includes(secret),
    unhandled: setting.unhandled.splice(0),
  };
}

interface Told {
  readonly outcome: string;
  /** All that a failure says. */
  readonly whole: string;
}

async function told(work: Half, origins: readonly string[], signal?: AbortSignal): Promise<Told> {
  try {
    const came = await work.ask(signal);
    return { outcome: came, whole: came };
  } catch (error) {
    if (!isRequestFailure(error)) {
      const stack = String(error instanceof Error ? error.stack : error);
      return { outcome: `no RequestFailure: ${stack}`, whole: stack };
    }
    const { kind, sentence } = error.failure;
    const plain = origins.reduce((text, origin) => text.replaceAll(origin, '{origin}'), sentence);
    return { outcome: `${kind}: ${plain}`, whole: JSON.stringify(error.failure) };
  }
}

async function cancel(ask: (signal: AbortSignal) => Promise<Told>): Promise<Pick<Row, 'cancelMs' | 'canceledAs'>> {
  const controller = new AbortController();
  let came: Told | undefined;
  const asked = ask(controller.signal).then((result) => {
    came = result;
  });
  await Promise.race([asked, sleep(beforeCancelMs)]);
  if (came !== undefined) return { cancelMs: undefined, canceledAs: undefined };
  const began = performance.now();
  controller.abort();
  await asked;
  return {
    cancelMs: Math.round(performance.now() - began),
    canceledAs: came === undefined ? undefined : (came as Told).outcome,
  };
}

/** What keeps this process going. */
function handles(): { readonly sockets: number; readonly timers: number } {
  const resources = process.getActiveResourcesInfo();
  const count = (name: string): number => resources.filter((one) => one === name).length;
  return { sockets: count('TCPSocketWrap') + count('TLSWrap'), timers: count('Timeout') };
}

/** What is left that was not there before, once it has had time to go. */
async function leftAt(front: Front, before: ReturnType<typeof handles>): Promise<Row['left']> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const now = handles();
    const left = {
      atServer: front.open,
      sockets: Math.max(0, now.sockets - before.sockets),
      timers: Math.max(0, now.timers - before.timers),
    };
    if ((left.atServer === 0 && left.sockets === 0 && left.timers === 0) || performance.now() > until) return left;
    await sleep(10);
  }
}

function endpointAt(half: HalfName, url: string): Endpoint {
  return {
    version: 1,
    id: '0b7cbd7a-2f6e-4f0e-9a3c-6f6e0f4a1d11',
    kind: half === 'proxies' ? 'proxy' : 'search',
    name: half,
    url,
    auth: { type: 'basic', username: 'reader', password: `${secret}-password` },
    headers: { 'X-Own': `${secret}-header` },
    order: 0,
  };
}
