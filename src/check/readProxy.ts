import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Endpoint } from '../core/base/endpoints/endpoint';
import { codeOf, type Failure, invalidFailure, isRequestFailure, RequestFailure } from '../core/base/errors/failure';
import type { HttpClientOptions } from '../core/base/http/httpClient';
import { httpClientOptionsOfShell } from '../core/base/http/networkSettings';
import { openHttpClient } from '../core/base/http/openHttpClient';
import type { NamedInventory } from '../core/liveConfig/liveProblems';
import { readInventory } from '../core/proxy/api/readInventory';
import { type Inventory, inventoryGroups } from '../core/proxy/model/inventory';
import { largestSnapshot, readSnapshot } from '../core/proxy/snapshots/snapshot';

/**
 * Reads the whole inventory of a proxy, through the HTTP proxy in the environment. Its name is its address.
 *
 * @param certificates as `systemCertificates`
 * @throws RequestFailure also if only one of the listings could not be read
 */
export async function readProxy(
  endpoint: Endpoint,
  env: NodeJS.ProcessEnv,
  certificates: () => readonly string[] | undefined,
): Promise<NamedInventory> {
  const url = new URL(endpoint.url);
  const options = httpClientOptionsOfShell(env, url, certificates);
  try {
    return { name: url.host, inventory: await readWhole(endpoint, options) };
  } catch (error) {
    throw isRequestFailure(error) ? new RequestFailure(inShell(error.failure, options)) : error;
  }
}

async function readWhole(endpoint: Endpoint, options: HttpClientOptions): Promise<Inventory> {
  const client = openHttpClient(endpoint, options);
  try {
    const inventory = await readInventory(client, new AbortController().signal);
    const { http, tcp, udp } = inventory.groups;
    const groups = [http, tcp, udp].flatMap((listings) => Object.values(listings));
    for (const group of [...groups, inventory.entryPoints]) {
      if (group.state === 'failed') throw new RequestFailure(group.failure);
    }
    return inventory;
  } finally {
    await client.close();
  }
}

/** The next step for an HTTP proxy: the core's text names settings of the editor. */
function inShell(failure: Failure, { proxy = '' }: HttpClientOptions): Failure {
  if (failure.kind === 'proxy') {
    return {
      ...failure,
      nextStep:
        'HTTP_PROXY, HTTPS_PROXY, or ALL_PROXY names the HTTP proxy: it starts with http:// or https:// (SOCKS is not supported), and has the user name and password if the proxy requires them. NO_PROXY lists the hosts that are reached without it.',
    };
  }
  if (failure.kind === 'forbidden' && proxy !== '') {
    return {
      ...failure,
      nextStep:
        'Check the credentials. If the endpoint can be reached without the HTTP proxy, add its host to NO_PROXY.',
    };
  }
  return failure;
}

/** In bytes: the size counts listings only. */
const largestFile = 2 * largestSnapshot;

/**
 * Reads what a proxy listed from a snapshot's file, as *Export…* writes it. Its name is the path.
 *
 * @throws RequestFailure `invalid` if it is none, is too large, or lacks a listing that could not be read
 */
export async function readSnapshotFile(path: string, cwd: string): Promise<NamedInventory> {
  const read = await readSnapshot(await textOf(resolve(cwd, path)), new AbortController().signal);
  if ('problem' in read) throw invalidFailure(read.problem, '');
  const { inventory } = read;
  for (const { path: listing, group } of inventoryGroups(inventory)) {
    if (group.state === 'failed' && listing !== 'certificates') throw new RequestFailure(group.failure);
  }
  return { name: path, inventory };
}

async function textOf(full: string): Promise<string> {
  try {
    const file = await open(full);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw invalidFailure('The snapshot is not a file.', 'Name a file that Export… wrote.');
      if (stats.size > largestFile) {
        throw invalidFailure('The file of the snapshot is too large to be one.', 'Name a file that Export… wrote.');
      }
      const room = Buffer.alloc(stats.size);
      const { bytesRead } = await file.read(room, 0, stats.size, 0);
      return room.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof RequestFailure) throw error;
    const why = codeOf(error) === 'ENOENT' ? 'it does not exist' : codeOf(error) || 'unknown error';
    throw invalidFailure(`The file of the snapshot cannot be read: ${why}.`, 'Check its path.');
  }
}
