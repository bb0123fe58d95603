import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { LogPlace } from '../../core/accessLogs/accessLogQuestion';
import { type FoundPlaces, findPlaces } from '../../core/accessLogs/findPlaces';
import { fieldsToChoose, layoutAround, layoutsAmong, type RememberedPlace } from '../../core/accessLogs/logLayouts';
import type { EndpointHint, StoredEndpoint } from '../../core/base/endpoints/endpointRecord';
import { isRequestFailure } from '../../core/base/errors/failure';
import type { FieldInfo } from '../../core/search/engine/fieldList';
import { numberText } from '../../l10n/numbers';
import { plural } from '../../l10n/plural';
import { offerCommand } from '../shared/confirm';
import { Commands } from '../shared/ids';
import {
  askQuestions,
  askText,
  pickOne,
  type QuestionPosition,
  type QuestionStep,
  type QuickChoice,
  takeAnswer,
} from '../shared/quickInput';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import { withCancel } from '../shared/withCancel';
import type { AccessLogs } from './accessLogs';

/**
 * The search endpoint and the index that the workspace's file names for the access logs of a proxy. Undefined if it
 * names none, and if the search endpoint is not listed there and allowed. Sends no request.
 */
export async function listedLogs({ clients }: AccessLogs, proxyId: string) {
  const stored = await (await clients.store()).list();
  const { workspace } = stored.find(({ hint }) => hint.id === proxyId) ?? {};
  const listed = workspace?.accessLogs;
  if (listed === undefined) return undefined;
  const search = stored.find(
    (one) =>
      one.state === 'ready' &&
      one.workspace?.file === workspace?.file &&
      one.hint.kind === 'search' &&
      one.hint.name === listed.endpoint,
  );
  return search && { search, index: listed.index };
}

/** The same place with the layout of its lines, by its fields. Undefined if it has no field for router names. */
export async function listedPlace(logs: AccessLogs, proxyId: string): Promise<RememberedPlace | undefined> {
  const listed = await listedLogs(logs, proxyId);
  if (listed === undefined) return undefined;
  const { search, index } = listed;
  const { catalog } = await logs.engines.of(search.hint.id);
  const [layout] = layoutsAmong(await catalog.fields(index, AbortSignal.timeout(checkMs)));
  return layout && { searchEndpointId: search.hint.id, index, layout };
}

/** The longest delay of a search by an optional check. */
const checkMs = 3_000;

/**
 * Checks whether the fields still exist, and their current mapping, because a search by a missing field finds nothing.
 * Undefined if the router's field, or the endpoint, is gone. If the engine does not respond, the search itself shows
 * that.
 */
export async function placeAsItIsNow(
  { clients, engines }: AccessLogs,
  before: RememberedPlace,
): Promise<RememberedPlace | undefined> {
  if ((await (await clients.store()).get(before.searchEndpointId)) === undefined) return undefined;
  try {
    const { catalog } = await engines.of(before.searchEndpointId);
    const fields = await catalog.fields(before.index, AbortSignal.timeout(checkMs));
    if (fields.length === 0) return before;
    const layout = layoutAround(before.layout.router.field, fields);
    return layout && { ...before, layout };
  } catch (error) {
    if (isRequestFailure(error)) return before;
    throw error;
  }
}

/** The most fields in the list; typing narrows it. */
const mostFields = 2_000;

/**
 * Asks the user for the place of a proxy's access logs: the search endpoint, if there are several, and the index, with
 * suggestions. Undefined if the user canceled.
 *
 * @throws RequestFailure if the engine cannot be reached
 */
export async function askAccessLogPlace(
  logs: AccessLogs,
  proxy: Pick<EndpointHint, 'name'>,
  before: RememberedPlace | undefined,
): Promise<RememberedPlace | undefined> {
  const endpoints = await searchEndpoints(logs);
  if (endpoints.length === 0) return undefined;
  const title = l10n.t('Access Logs of {0}', escapeForLabel(proxy.name, 60));
  const draft: Draft = { endpoint: endpoints[0], found: new Map(), index: undefined, place: undefined, fields: [] };
  /** A single question is not numbered. */
  const titled = ({ step, totalSteps, ...at }: Omit<QuestionPosition, 'title'>): QuestionPosition =>
    step === undefined || totalSteps === undefined || totalSteps < 2
      ? { title, ...at }
      : { title, step, totalSteps, ...at };
  const skip = async (): Promise<'skip'> => 'skip';
  const steps: readonly QuestionStep[] = [
    endpoints.length === 1 ? skip : (at) => askEndpoint(titled(at), draft, endpoints, before),
    (at) => askPlace(titled(at), draft, logs, before),
    (at) => (draft.place === undefined ? askIndex(titled(at), draft, logs) : skip()),
    (at) => (draft.place === undefined ? askField(titled(at), draft) : skip()),
  ];
  const total = () => (endpoints.length === 1 ? 0 : 1) + (draft.index === undefined ? 1 : draft.place ? 2 : 3);
  const isDone = await askQuestions(steps, total);
  const { endpoint, place } = draft;
  if (!isDone || endpoint === undefined || place === undefined) return undefined;
  return { searchEndpointId: endpoint.id, ...place };
}

interface Draft {
  endpoint: EndpointHint | undefined;
  /** By endpoint, so that a step back does not search again. */
  readonly found: Map<string, FoundPlaces>;
  /** The index that the user typed; '' before that. */
  index: string | undefined;
  fields: readonly FieldInfo[];
  place: LogPlace | undefined;
}

/** The search endpoints that can be used; offers to add one if there is none. */
async function searchEndpoints({ clients }: AccessLogs): Promise<readonly EndpointHint[]> {
  const list = async (): Promise<readonly EndpointHint[]> =>
    (await (await clients.store()).list()).filter(isReadySearch).map(({ hint }) => hint);
  const present = await list();
  if (present.length > 0) return present;
  const isAdded = await offerCommand(
    l10n.t('No search endpoint to find access logs in. Add the Elasticsearch or OpenSearch that contains them.'),
    l10n.t('Add Search Endpoint…'),
    Commands.addSearchEndpoint,
  );
  return isAdded ? list() : [];
}

function isReadySearch({ state, hint }: StoredEndpoint): boolean {
  return state === 'ready' && hint.kind === 'search';
}

async function askEndpoint(
  place: QuestionPosition,
  draft: Draft,
  endpoints: readonly EndpointHint[],
  before: RememberedPlace | undefined,
): ReturnType<QuestionStep> {
  const active = endpoints.find(({ id }) => id === (draft.endpoint?.id ?? before?.searchEndpointId));
  const answer = await pickOne({
    ...place,
    placeholder: l10n.t('Select the search endpoint that contains the access logs'),
    choices: endpoints.map((hint) => ({ label: `$(search) ${escapeForLabel(hint.name)}`, value: hint })),
    ...(active !== undefined && { active }),
  });
  return takeAnswer(answer, (value) => {
    draft.endpoint = value;
  });
}

async function askPlace(
  place: QuestionPosition,
  draft: Draft,
  logs: AccessLogs,
  before: RememberedPlace | undefined,
): ReturnType<QuestionStep> {
  const { endpoint } = draft;
  if (endpoint === undefined) return 'cancel';
  const found = draft.found.get(endpoint.id) ?? (await findPlacesIn(logs, endpoint));
  if (found === undefined) return 'cancel';
  draft.found.set(endpoint.id, found);
  draft.index = undefined;
  draft.place = undefined;
  const other: QuickChoice<LogPlace | undefined> = { label: `$(edit) ${l10n.t('Other index…')}`, value: undefined };
  const active = found.places.find(
    ({ index, layout }) => index === before?.index && layout.router.field === before.layout.router.field,
  );
  const answer = await pickOne<LogPlace | undefined>({
    ...place,
    placeholder: proposal(found),
    choices: [...found.places.map(placeChoice), other],
    ...(active !== undefined && { active }),
  });
  return takeAnswer(answer, (value) => {
    draft.place = value;
    if (value === undefined) draft.index = '';
  });
}

/** The placeholder above the choices, which is plain text: the results so far. */
function proposal({ places, unsearchable, isCut }: FoundPlaces): string {
  if (places.length > 0) return l10n.t('Select the access log index');
  const [first] = unsearchable;
  if (first !== undefined) {
    return l10n.t(
      'The field {0} in {1} is not indexed. Select another index.',
      escapeForLabel(first.field, 60),
      escapeForLabel(first.index, 60),
    );
  }
  return isCut
    ? l10n.t('None of the checked indices has a field for router names. Enter the index to search.')
    : l10n.t('No index has a field for router names. Enter the index to search.');
}

function placeChoice(place: LogPlace): QuickChoice<LogPlace> {
  const { index, layout } = place;
  const notes = [
    ...(layout.router.by === 'phrase' ? [l10n.t('Full-text match')] : []),
    ...(layout.time === undefined ? [l10n.t('No date field')] : []),
  ];
  // Names are server text, which only a label shows unchanged.
  return {
    label: `$(output) ${escapeForLabel(index)}  ·  ${escapeForLabel(layout.router.field, 100)}`,
    ...(notes.length > 0 && { description: notes.join(' · ') }),
    value: place,
  };
}

function findPlacesIn({ engines }: AccessLogs, endpoint: EndpointHint): Promise<FoundPlaces | undefined> {
  const title = l10n.t('Looking for access logs in {0}', escapeForNotification(endpoint.name, 60));
  return withCancel(title, async (signal, report) => {
    const { catalog } = await engines.of(endpoint.id);
    const onProgress = (looked: number, of: number): void =>
      report(plural(of, { one: '{1} of {0} index', other: '{1} of {0} indices' }, numberText(looked)));
    return findPlaces(catalog, { signal, onProgress });
  });
}

async function askIndex(place: QuestionPosition, draft: Draft, logs: AccessLogs): ReturnType<QuestionStep> {
  const { endpoint } = draft;
  if (endpoint === undefined) return 'cancel';
  const answer = await askText({
    ...place,
    prompt: l10n.t('Index, alias, data stream, or pattern that contains the access logs'),
    placeholder: 'traefik-*',
    ...(draft.index !== undefined && { value: draft.index }),
    check: (text) =>
      text.trim() === '' ? { problem: l10n.t('Enter a name or a pattern, such as traefik-*.') } : undefined,
  });
  if (answer === undefined || answer === 'back') return answer ?? 'cancel';
  const index = answer.value.trim();
  draft.index = index;
  const fields = await withCancel(l10n.t('Checking {0}', escapeForNotification(index, 60)), async (signal) =>
    (await logs.engines.of(endpoint.id)).catalog.fields(index, signal),
  );
  if (fields === undefined) return 'cancel';
  if (fields.length === 0) {
    void vscode.window.showWarningMessage(
      l10n.t(
        '“{0}” does not exist, or you are not allowed to read it. Enter another index.',
        escapeForNotification(index),
      ),
    );
    return askIndex(place, draft, logs);
  }
  draft.fields = fields;
  const [layout] = layoutsAmong(fields);
  draft.place = layout && { index, layout };
  return 'next';
}

function matchText({ router }: LogPlace['layout']): string {
  if (router.path === undefined) return l10n.t('Full-text match in whole lines');
  return router.by === 'phrase' ? l10n.t('Full-text match') : l10n.t('Exact match');
}

async function askField(place: QuestionPosition, draft: Draft): ReturnType<QuestionStep> {
  const { index, fields } = draft;
  if (index === undefined) return 'cancel';
  const choices = fieldsToChoose(fields)
    .slice(0, mostFields)
    .flatMap(({ name }): QuickChoice<LogPlace>[] => {
      const layout = layoutAround(name, fields);
      if (layout === undefined) return [];
      const description = matchText(layout);
      return [{ label: `$(symbol-field) ${escapeForLabel(name)}`, description, value: { index, layout } }];
    });
  const answer = await pickOne({
    ...place,
    placeholder:
      choices.length === 0
        ? l10n.t('No field of this index can be searched for a name. Go back and enter another index.')
        : l10n.t('Select the field that contains the router name'),
    choices,
  });
  return takeAnswer(answer, (value) => {
    draft.place = value;
  });
}
