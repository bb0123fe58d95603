/**
 * @file Reads everything from a live Traefik API with the extension's own core and prints what it found as one JSON object
 * (see `Report`): how the extension is checked against real versions. Ends with 1 where something could not be read, and
 * with 2 where it was called wrongly; why stands on the standard error.
 */
import type { Endpoint } from '../../src/core/endpoint';
import type { Door } from '../../src/core/http/door';
import { isRequestFailure, RequestFailure } from '../../src/core/http/failure';
import { openDoor } from '../../src/core/http/openDoor';
import { systemCertificates } from '../../src/core/http/trust';
import type { Inventory } from '../../src/core/traefik/inventory';
import { readInventory } from '../../src/core/traefik/readInventory';
import { readArguments, usage } from './arguments';
import { agrees, type Report, reportOf } from './report';

const { signal } = new AbortController();

async function probe(endpoint: Endpoint): Promise<Report> {
  const certificates = systemCertificates();
  const door = openDoor(endpoint, certificates === undefined ? {} : { extraCertificates: certificates });
  const asked: string[] = [];
  const counting: Door = {
    ...door,
    request(request) {
      asked.push(request.path);
      return door.request(request);
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
    await door.close();
  }
}

/** @throws RequestFailure also where only one of the listings could not be read */
async function readWhole(door: Door): Promise<Inventory> {
  const inventory = await readInventory(door, signal);
  const { http, tcp, udp } = inventory.groups;
  const all = [http, tcp, udp].flatMap((groups) => Object.values(groups));
  for (const group of [...all, inventory.entryPoints, inventory.certificates]) {
    if (group.state === 'failed') throw new RequestFailure(group.failure);
  }
  return inventory;
}

async function main(args: readonly string[]): Promise<void> {
  const endpoint = readArguments(args);
  if ('problem' in endpoint) {
    process.stderr.write(`${endpoint.problem}\n${usage}\n`);
    process.exitCode = 2;
    return;
  }
  try {
    process.stdout.write(`${JSON.stringify(await probe(endpoint), undefined, 2)}\n`);
  } catch (error) {
    if (!isRequestFailure(error)) throw error;
    process.stderr.write(`${error.failure.sentence} ${error.failure.nextStep}\n`);
    process.exitCode = 1;
  }
}

void main(process.argv.slice(2));
