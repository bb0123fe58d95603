import * as vscode from 'vscode';
import type { EndpointHint, StoredEndpoint } from '../../core/base/endpoints/endpointRecord';
import type { LogPlace } from '../../core/bridge/logs/accessLogQuestion';
import type { FoundPlaces } from '../../core/bridge/logs/findPlaces';
import type { RememberedPlace } from '../../core/bridge/logs/rememberedPlaces';
import type { FieldInfo } from '../../core/search/engine/fieldList';
import type { ClientRegistry } from '../shared/clientRegistry';
import { Commands } from '../shared/ids';
import { loadCore } from '../shared/loadCore';
import {
  askText,
  pickOne,
  type QuestionPosition,
  type QuestionStep,
  type QuickChoice,
  runSteps,
} from '../shared/quickInput';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import { withCancel } from '../shared/withCancel';
import type { Engines } from './engines';

export interface AskDeps {
  readonly clients: Pick<ClientRegistry, 'store'>;
  readonly engines: Pick<Engines, 'of'>;
}

/** More fields are no list to choose from; one can type to narrow it. */
const MOST_FIELDS = 2_000;

/**
 * Asks where the access logs of a proxy are: at which search endpoint, where there are several, and in which index, with
 * what was found there proposed. Undefined where the person did not say.
 *
 * @throws RequestFailure where the engine cannot be asked
 */
export async function askAccessLogPlace(
  deps: AskDeps,
  proxy: Pick<EndpointHint, 'name'>,
  before: RememberedPlace | undefined,
): Promise<RememberedPlace | undefined> {
  const endpoints = await searchEndpoints(deps.clients);
  if (endpoints.length === 0) return undefined;
  const title = `Access Logs of ${escapeForLabel(proxy.name, 60)}`;
  const draft: Draft = { endpoint: endpoints[0], found: new Map(), index: undefined, place: undefined, fields: [] };
  /** One question alone is not counted. */
  const titled = ({ step, totalSteps, ...at }: Omit<QuestionPosition, 'title'>): QuestionPosition =>
    step === undefined || totalSteps === undefined || totalSteps < 2
      ? { title, ...at }
      : { title, step, totalSteps, ...at };
  const skip = async (): Promise<'skip'> => 'skip';
  const steps: readonly QuestionStep[] = [
    endpoints.length === 1 ? skip : (at) => askEndpoint(titled(at), draft, endpoints, before),
    (at) => askPlace(titled(at), draft, deps, before),
    (at) => (draft.place === undefined ? askIndex(titled(at), draft, deps) : skip()),
    (at) => (draft.place === undefined ? askField(titled(at), draft) : skip()),
  ];
  const total = () => (endpoints.length === 1 ? 0 : 1) + (draft.index === undefined ? 1 : draft.place ? 2 : 3);
  const isDone = await runSteps(steps, total);
  const { endpoint, place } = draft;
  if (!isDone || endpoint === undefined || place === undefined) return undefined;
  return { searchEndpointId: endpoint.id, ...place };
}

/** What was answered so far. */
interface Draft {
  endpoint: EndpointHint | undefined;
  /** By endpoint: a step back looks no second time. */
  readonly found: Map<string, FoundPlaces>;
  /** The index that was named by hand; '' before it was. */
  index: string | undefined;
  /** The fields of that. */
  fields: readonly FieldInfo[];
  place: LogPlace | undefined;
}

/** The search endpoints that can be asked; offers to add one where there is none. */
async function searchEndpoints(clients: Pick<ClientRegistry, 'store'>): Promise<readonly EndpointHint[]> {
  const list = async (): Promise<readonly EndpointHint[]> =>
    (await (await clients.store()).list()).filter(isReadySearch).map(({ hint }) => hint);
  const present = await list();
  if (present.length > 0) return present;
  const button = 'Add Search Endpoint…';
  const chosen = await vscode.window.showInformationMessage(
    'There is no search endpoint to look for access logs in yet. Add the Elasticsearch or OpenSearch that has them.',
    button,
  );
  if (chosen !== button) return [];
  await vscode.commands.executeCommand(Commands.addSearchEndpoint);
  return list();
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
    placeholder: 'Which search endpoint has them?',
    choices: endpoints.map((hint) => ({ label: `$(search) ${escapeForLabel(hint.name)}`, value: hint })),
    ...(active !== undefined && { active }),
  });
  if (answer === undefined) return 'cancel';
  if (answer === 'back') return 'back';
  draft.endpoint = answer.value;
  return 'next';
}

async function askPlace(
  place: QuestionPosition,
  draft: Draft,
  deps: AskDeps,
  before: RememberedPlace | undefined,
): ReturnType<QuestionStep> {
  const { endpoint } = draft;
  if (endpoint === undefined) return 'cancel';
  const found = draft.found.get(endpoint.id) ?? (await tableOptions(deps, endpoint));
  if (found === undefined) return 'cancel';
  draft.found.set(endpoint.id, found);
  draft.index = undefined;
  draft.place = undefined;
  const other: QuickChoice<LogPlace | undefined> = { label: '$(edit) Another Index…', value: undefined };
  const active = found.places.find(
    ({ index, layout }) => index === before?.index && layout.router.field === before.layout.router.field,
  );
  const answer = await pickOne<LogPlace | undefined>({
    ...place,
    placeholder: proposal(found),
    choices: [...found.places.map(placeChoice), other],
    ...(active !== undefined && { active }),
  });
  if (answer === undefined) return 'cancel';
  if (answer === 'back') return 'back';
  draft.place = answer.value;
  if (answer.value === undefined) draft.index = '';
  return 'next';
}

/** What was found, in the field above the choices, which takes it as plain text. */
function proposal({ places, unsearchable, isCut }: FoundPlaces): string {
  if (places.length > 0) return 'Which index has them?';
  const [first] = unsearchable;
  if (first !== undefined) {
    return `The engine keeps ${escapeForLabel(first.field, 60)} in ${escapeForLabel(first.index, 60)} without an index of it. Where else are they?`;
  }
  return isCut
    ? 'None of the indices looked at has a field for the names of routers. Name the one to search.'
    : 'No index has a field for the names of routers. Name the one to search.';
}

function placeChoice(place: LogPlace): QuickChoice<LogPlace> {
  const { index, layout } = place;
  const notes = [
    ...(layout.router.by === 'phrase' ? ['by words'] : []),
    ...(layout.time === undefined ? ['without a date field'] : []),
  ];
  // Names are the server's: only a label shows them as they are.
  return {
    label: `$(output) ${escapeForLabel(index)}  ·  ${escapeForLabel(layout.router.field, 100)}`,
    ...(notes.length > 0 && { description: notes.join(', ') }),
    value: place,
  };
}

function tableOptions({ engines }: AskDeps, endpoint: EndpointHint): Promise<FoundPlaces | undefined> {
  const title = `Looking for access logs in ${escapeForNotification(endpoint.name, 60)}`;
  return withCancel(title, async (signal, report) => {
    const [{ findPlaces }, { catalogue }] = await Promise.all([loadCore(), engines.of(endpoint.id)]);
    const onProgress = (looked: number, of: number): void => report(`${looked} of ${of} indices`);
    return findPlaces(catalogue, { signal, onProgress });
  });
}

async function askIndex(place: QuestionPosition, draft: Draft, deps: AskDeps): ReturnType<QuestionStep> {
  const { endpoint } = draft;
  if (endpoint === undefined) return 'cancel';
  const answer = await askText({
    ...place,
    prompt: 'Index, alias, data stream or pattern that has the access logs',
    placeholder: 'traefik-*',
    ...(draft.index !== undefined && { value: draft.index }),
    check: (text) => (text.trim() === '' ? { problem: 'Enter a name or a pattern, such as traefik-*.' } : undefined),
  });
  if (answer === undefined) return 'cancel';
  if (answer === 'back') return 'back';
  const index = answer.value.trim();
  draft.index = index;
  const fields = await withCancel(`Looking at ${escapeForNotification(index, 60)}`, async (signal) =>
    (await deps.engines.of(endpoint.id)).catalogue.fields(index, signal),
  );
  if (fields === undefined) return 'cancel';
  if (fields.length === 0) {
    void vscode.window.showWarningMessage(
      `Nothing can be seen of “${escapeForNotification(index)}”: there is no such index, or you may not read it. Name another one.`,
    );
    return askIndex(place, draft, deps);
  }
  draft.fields = fields;
  const { layoutsAmong } = await loadCore();
  const [layout] = layoutsAmong(fields);
  draft.place = layout && { index, layout };
  return 'next';
}

async function askField(place: QuestionPosition, draft: Draft): ReturnType<QuestionStep> {
  const { index, fields } = draft;
  if (index === undefined) return 'cancel';
  const { fieldsToChoose, layoutAround } = await loadCore();
  const choices = fieldsToChoose(fields)
    .slice(0, MOST_FIELDS)
    .flatMap(({ name }): QuickChoice<LogPlace>[] => {
      const layout = layoutAround(name, fields);
      if (layout === undefined) return [];
      const isLine = layout.router.path === undefined;
      const description = isLine ? 'whole lines, by words' : layout.router.by === 'phrase' ? 'by words' : 'exact';
      return [{ label: `$(symbol-field) ${escapeForLabel(name)}`, description, value: { index, layout } }];
    });
  const answer = await pickOne({
    ...place,
    placeholder:
      choices.length === 0
        ? 'No field of this index can be searched for a name. Go back and choose another one.'
        : 'No field is named as Traefik or a shipper names it. Which one holds the names of routers?',
    choices,
  });
  if (answer === undefined) return 'cancel';
  if (answer === 'back') return 'back';
  draft.place = answer.value;
  return 'next';
}
