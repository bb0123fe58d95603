/**
 * @file Reads everything from a live Traefik API, or walks through the pages of a search engine, with the extension's own
 * core and prints what it found as one JSON object (see `Report` and `SearchReport`): how the extension is checked against
 * real versions. Ends with 1 where something could not be read, or the way back through the pages was another, and with 2
 * where it was called wrongly; why stands on the standard error.
 */
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

/** Prints what came of `probing`, or why nothing did. @returns what it was, for its exit code */
async function print<T>(probing: Promise<T>): Promise<T | undefined> {
  try {
    const report = await probing;
    process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
    return report;
  } catch (error) {
    if (!isRequestFailure(error)) throw error;
    process.stderr.write(`${error.failure.sentence} ${error.failure.nextStep}\n`);
    return undefined;
  }
}

function refuse(problem: string, how: string): void {
  process.stderr.write(`${problem}\n${how}\n`);
  process.exitCode = 2;
}

async function main(args: readonly string[]): Promise<void> {
  if (args[0] === 'search') {
    const task = readSearchArguments(args.slice(1));
    if (isProblem(task)) return refuse(task.problem, searchUsage);
    if ((await print(probeSearch(task)))?.same !== true) process.exitCode = 1;
    return;
  }
  const endpoint = readArguments(args);
  if (isProblem(endpoint)) return refuse(endpoint.problem, usage);
  if ((await print(probe(endpoint))) === undefined) process.exitCode = 1;
}

void main(process.argv.slice(2));
