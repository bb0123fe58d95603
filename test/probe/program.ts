import type { Endpoint } from '../../src/core/base/endpoints/endpoint';
import { isRequestFailure, RequestFailure } from '../../src/core/base/errors/failure';
import type { HttpClient } from '../../src/core/base/http/httpClient';
import { openHttpClient } from '../../src/core/base/http/openHttpClient';
import { systemCertificates } from '../../src/core/base/http/trustedAuthorities';
import { readInventory } from '../../src/core/proxy/api/readInventory';
import type { Inventory } from '../../src/core/proxy/model/inventory';
import { isProblem, readArguments, searchUsage, usage } from './arguments';
import { agrees, type Report, reportOf } from './report';
import { readSearchArguments, type SearchTask } from './searchArguments';
import { type SearchReport, walk } from './searchReport';

const { signal } = new AbortController();

async function probe(endpoint: Endpoint): Promise<Report> {
  const client = clientTo(endpoint);
  const asked: string[] = [];
  const counting: HttpClient = {
    ...client,
    request(request) {
      asked.push(request.path);
      return client.request(request);
    },
  };
  try {
    const began = performance.now();
    let inventory = await readWhole(counting);
    if (!agrees(inventory)) inventory = await readWhole(counting);
    const { notes, ...report } = reportOf(inventory);
    const further = asked.filter((path) => /\?page=(?!1\b)/.test(path)).length;
    return {
      ...report,
      requests: asked.length,
      ms: Math.round(performance.now() - began),
      notes: [...notes, ...(further === 0 ? [] : [`Further pages that were asked for: ${further}.`])],
    };
  } finally {
    await client.close();
  }
}

/** @throws RequestFailure also where only one of the listings could not be read */
async function readWhole(client: HttpClient): Promise<Inventory> {
  const inventory = await readInventory(client, signal);
  const { http, tcp, udp } = inventory.groups;
  const all = [http, tcp, udp].flatMap((groups) => Object.values(groups));
  for (const group of [...all, inventory.entryPoints, inventory.certificates]) {
    if (group.state === 'failed') throw new RequestFailure(group.failure);
  }
  return inventory;
}

async function probeSearch(task: SearchTask): Promise<SearchReport> {
  const client = clientTo(task.endpoint);
  try {
    return await walk(task, client);
  } finally {
    await client.close();
  }
}

function clientTo(endpoint: Endpoint): HttpClient {
  const certificates = systemCertificates();
  return openHttpClient(endpoint, certificates === undefined ? {} : { extraCertificates: certificates });
}

/** What the program prints, and ends with. */
export interface ProbeEnded {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the probe with the arguments behind its name.
 *
 * @throws what is a fault of this program
 */
export async function runProbe(args: readonly string[]): Promise<ProbeEnded> {
  if (args[0] === 'search') {
    const task = readSearchArguments(args.slice(1));
    return isProblem(task) ? refused(task.problem, searchUsage) : ended(probeSearch(task), ({ same }) => same);
  }
  const endpoint = readArguments(args);
  return isProblem(endpoint) ? refused(endpoint.problem, usage) : ended(probe(endpoint), () => true);
}

const refused = (problem: string, how: string): ProbeEnded => ({ code: 2, stdout: '', stderr: `${problem}\n${how}\n` });

async function ended<T>(probing: Promise<T>, isGood: (report: T) => boolean): Promise<ProbeEnded> {
  try {
    const report = await probing;
    return { code: isGood(report) ? 0 : 1, stdout: `${JSON.stringify(report, undefined, 2)}\n`, stderr: '' };
  } catch (error) {
    if (!isRequestFailure(error)) throw error;
    return { code: 1, stdout: '', stderr: `${error.failure.sentence} ${error.failure.nextStep}\n` };
  }
}
