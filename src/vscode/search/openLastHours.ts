import type * as vscode from 'vscode';
import { accessLogName, type LogSubject, whyNoAccessLogs } from '../../core/accessLogs/accessLogNames';
import type { RememberedPlace } from '../../core/accessLogs/logLayouts';
import { askRouterTraffic } from '../../core/accessLogs/routerTraffic';
import { trafficSection } from '../../core/accessLogs/trafficSection';
import { isRequestFailure } from '../../core/base/errors/failure';
import type { PageSectionSource } from '../../core/proxy/documents/page';
import type { LastHours, RouterOfEndpoint } from '../shared/lastHours';
import { logError } from '../shared/logError';
import { listedLogs, listedPlace, placeAsItIsNow } from './accessLogPlace';
import type { AccessLogs } from './accessLogs';

type Log = Pick<vscode.LogOutputChannel, 'error'>;

/** Users wait no longer for optional figures. */
const requestTimeoutMs = 15_000;

/** Reads the last hour of routers if the place of their access logs is known. */
export function openLastHours(logs: AccessLogs, log: Log): LastHours {
  return {
    async of(asked) {
      try {
        return await unreadLastHour(logs, log, asked);
      } catch (error) {
        logError(log, 'It cannot be found out where access logs are.', error);
        return undefined;
      }
    },
  };
}

async function unreadLastHour(logs: AccessLogs, log: Log, asked: RouterOfEndpoint): ReturnType<LastHours['of']> {
  const { endpointId, router, inventory } = asked;
  const isKnown = (await logs.of(endpointId)) !== undefined || (await listedLogs(logs, endpointId)) !== undefined;
  if (!isKnown) return undefined;
  if (whyNoAccessLogs(router, inventory) !== undefined) return undefined;
  const subject = accessLogName(router, inventory);
  return { section: trafficSection('reading'), read: (signal) => readLastHour(logs, log, asked, subject, signal) };
}

async function readLastHour(
  logs: AccessLogs,
  log: Log,
  { endpointId }: RouterOfEndpoint,
  subject: LogSubject,
  signal: AbortSignal,
): Promise<PageSectionSource | undefined> {
  try {
    const place = await knownPlace(logs, endpointId);
    if (place === undefined || signal.aborted) return undefined;
    const { client } = await logs.engines.of(place.searchEndpointId);
    const how = { now: new Date(), signal, timeoutMs: requestTimeoutMs };
    const traffic = await askRouterTraffic(client, subject, place, how);
    return traffic && trafficSection(traffic);
  } catch (error) {
    if (signal.aborted) return undefined;
    if (isRequestFailure(error)) return trafficSection({ failure: error.failure.sentence });
    logError(log, 'The last hour of a router cannot be shown.', error);
    return undefined;
  }
}

/**
 * The remembered place, so that one request is enough. Only a place from the workspace's file, or one that was stored
 * before durations were read, needs a request for the fields, once.
 */
async function knownPlace(logs: AccessLogs, proxyId: string): Promise<RememberedPlace | undefined> {
  const before = await logs.of(proxyId);
  if (before?.layout.duration !== undefined) return before;
  const now = before === undefined ? await listedPlace(logs, proxyId) : await placeAsItIsNow(logs, before);
  if (now !== undefined && now !== before) await logs.remember(proxyId, now);
  return now;
}
