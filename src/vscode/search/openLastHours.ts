import type * as vscode from 'vscode';
import { isRequestFailure } from '../../core/base/errors/failure';
import { accessLogName, whyNoAccessLogs } from '../../core/bridge/logs/accessLogNames';
import type { LogSubject } from '../../core/bridge/logs/logSubject';
import type { RememberedPlace } from '../../core/bridge/logs/rememberedPlaces';
import { askRouterTraffic } from '../../core/bridge/logs/routerTraffic';
import { trafficSection } from '../../core/bridge/logs/trafficSection';
import type { PageSectionSource } from '../../core/proxy/documents/page';
import type { LastHours, RouterOfEndpoint } from '../shared/lastHours';
import { logError } from '../shared/logError';
import { listedLogs, listedPlace, placeAsItIsNow } from './accessLogPlace';
import type { AccessLogs } from './accessLogs';
import type { AskDeps } from './accessLogsAsk';

interface LastHoursDeps extends AskDeps {
  readonly logs: Pick<AccessLogs, 'of' | 'remember'>;
  readonly log: Pick<vscode.LogOutputChannel, 'error'>;
}

/** Users wait no longer for optional figures. */
const requestTimeoutMs = 15_000;

/** Reads the last hour of routers if the place of their access logs is known. */
export function openLastHours(deps: LastHoursDeps): LastHours {
  return {
    async of(asked) {
      try {
        return await unreadLastHour(deps, asked);
      } catch (error) {
        logError(deps.log, 'It cannot be found out where access logs are.', error);
        return undefined;
      }
    },
  };
}

async function unreadLastHour(deps: LastHoursDeps, asked: RouterOfEndpoint): ReturnType<LastHours['of']> {
  const { endpointId, router, inventory } = asked;
  const isKnown =
    (await deps.logs.of(endpointId)) !== undefined || (await listedLogs(deps.clients, endpointId)) !== undefined;
  if (!isKnown) return undefined;
  if (whyNoAccessLogs(router, inventory) !== undefined) return undefined;
  const subject = accessLogName(router, inventory);
  return { section: trafficSection('reading'), read: (signal) => readLastHour(deps, asked, subject, signal) };
}

async function readLastHour(
  deps: LastHoursDeps,
  { endpointId }: RouterOfEndpoint,
  subject: LogSubject,
  signal: AbortSignal,
): Promise<PageSectionSource | undefined> {
  try {
    const place = await knownPlace(deps, endpointId);
    if (place === undefined || signal.aborted) return undefined;
    const { client } = await deps.engines.of(place.searchEndpointId);
    const how = { now: new Date(), signal, timeoutMs: requestTimeoutMs };
    const traffic = await askRouterTraffic(client, subject, place, how);
    return traffic && trafficSection(traffic);
  } catch (error) {
    if (signal.aborted) return undefined;
    if (isRequestFailure(error)) return trafficSection({ failure: error.failure.sentence });
    logError(deps.log, 'The last hour of a router cannot be shown.', error);
    return undefined;
  }
}

/**
 * The remembered place, so that one request is enough. Only a place from the workspace's file, or one that was stored
 * before durations were read, needs a request for the fields, once.
 */
async function knownPlace(deps: LastHoursDeps, proxyId: string): Promise<RememberedPlace | undefined> {
  const before = await deps.logs.of(proxyId);
  if (before?.layout.duration !== undefined) return before;
  const now = before === undefined ? await listedPlace(deps, proxyId) : await placeAsItIsNow(deps, before);
  if (now !== undefined && now !== before) await deps.logs.remember(proxyId, now);
  return now;
}
