import * as l10n from '@vscode/l10n';
import type { EndpointKind } from '../../core/base/endpoints/endpoint';
import { type PastedAddress, readPastedAddress } from '../../core/base/endpoints/endpointUrl';
import type { ClientRegistry } from '../shared/clientRegistry';
import type { QuickAnswer } from '../shared/quickInput';
import { type AddressChoice, AddressInput, rowsOfOutcome, rowsOfTyped } from './addressInput';
import { draftAt, type EndpointDraft, storeDraft, storedAt, tryDraft, withPending } from './endpointDraft';
import { askCredentials, askHost } from './questions';
import { pickSeenServers, portsToAsk } from './seenServers';
import { isCertificateTrusted } from './testConnection';

/** The state of adding after a step: the text in the field, the draft, and the next step that needs no question. */
interface Progress {
  readonly text: string;
  readonly draft?: EndpointDraft | undefined;
  readonly next?: AddressChoice | undefined;
}

/**
 * Asks the user for the address of a new endpoint and tries it. Asks only for what the server requires; then stores the
 * endpoint and shows its row. After any failure, the user can change the input, or store the endpoint as it is.
 *
 * @param kind the kind of endpoint that a view adds; recognized otherwise
 */
export async function addEndpoint(clients: ClientRegistry, kind?: EndpointKind): Promise<void> {
  await addFrom(clients, { text: '' }, kind);
}

/** Looks for servers on this machine, and adds those that the user selects. */
export async function lookOnThisMachine(clients: ClientRegistry): Promise<void> {
  const picked = await pickSeenServers(clients, false);
  if (picked !== undefined && picked !== 'back') await addPicked(clients, picked.value);
}

/** Adds them one after the other. Each is tried again, because it may require an input. */
async function addPicked(clients: ClientRegistry, addresses: readonly PastedAddress[]): Promise<void> {
  for (const address of addresses) {
    await addFrom(clients, { text: address.url, next: { do: 'use', address } });
  }
}

async function addFrom(clients: ClientRegistry, from: Progress, kind?: EndpointKind): Promise<void> {
  const { text: ports } = await portsToAsk();
  const title = addTitle(kind);
  const input = new AddressInput(title, l10n.t('Address of Traefik, Elasticsearch, or OpenSearch'));
  let now: Progress | undefined = from;
  try {
    while (now !== undefined) {
      const { text, draft, next }: Progress = now;
      const rowsFor = (typed: string) =>
        typed === text && draft?.outcome !== undefined
          ? rowsOfOutcome(draft, draft.outcome)
          : rowsOfTyped(typed, readPastedAddress(typed, kind), ports);
      const chosen: { readonly choice: AddressChoice; readonly value: string } | undefined =
        next === undefined ? await input.choose(text, rowsFor) : { choice: next, value: text };
      now = chosen && (await take(chosen.choice, { text: chosen.value, draft }, { clients, input, title }));
    }
  } finally {
    input.dispose();
  }
}

interface Tools {
  readonly clients: ClientRegistry;
  readonly input: AddressInput;
  readonly title: string;
}

/** Carries out the user's choice. Undefined at the end. */
async function take(choice: AddressChoice, now: Progress, tools: Tools): Promise<Progress | undefined> {
  const { clients, title } = tools;
  if (choice.do === 'show') {
    clients.show(choice.endpointId);
    return undefined;
  }
  if (choice.do === 'look') {
    const picked = await pickSeenServers(clients, true);
    if (picked === 'back') return now;
    await addPicked(clients, picked?.value ?? []);
    return undefined;
  }
  if (choice.do === 'use') {
    const draft = draftAt(choice.address, now.draft);
    const text = choice.text ?? now.text;
    const present = await storedAt(clients, draft);
    return present === undefined
      ? tryNow({ text, draft }, tools)
      : { text, draft: { ...draft, outcome: { type: 'present', ...present } } };
  }
  const { text, draft } = now;
  if (draft === undefined) return now;
  switch (choice.do) {
    case 'try':
      return tryNow({ text, draft }, tools);
    case 'addAs':
      await storeDraft(clients, draft, { kind: choice.kind });
      return undefined;
    case 'trust': {
      if (draft.outcome?.type !== 'certificate') return now;
      const { certificate } = draft.outcome;
      const isTrusted = await isCertificateTrusted({ kind: draft.kind, server: new URL(draft.url).host }, certificate);
      if (!isTrusted) return now;
      return tryNow(
        { text, draft: { ...draft, tls: { trust: { type: 'pin', fingerprint: certificate.fingerprint } } } },
        tools,
      );
    }
    case 'enterCredentials': {
      const offered = draft.outcome?.type === 'credentials' ? draft.outcome.offered : [];
      const answer = await askCredentials(title, offered, draft.auth);
      return afterAnswer(answer, now, (auth) => tryNow({ text, draft: { ...draft, auth } }, tools));
    }
    case 'enterHost': {
      const answer = await askHost({ title, canGoBack: true }, draft.host);
      return afterAnswer(answer, now, (host) => {
        const { host: _, ...rest } = draft;
        return tryNow({ text, draft: host === undefined ? rest : { ...rest, host } }, tools);
      });
    }
  }
}

async function afterAnswer<T>(
  answer: QuickAnswer<T>,
  now: Progress,
  go: (value: T) => Promise<Progress | undefined>,
): Promise<Progress | undefined> {
  if (answer === undefined) return undefined;
  return answer === 'back' ? { text: now.text, draft: now.draft } : go(answer.value);
}

async function tryNow(
  { text, draft }: { readonly text: string; readonly draft: EndpointDraft },
  { clients, input }: Tools,
): Promise<Progress | undefined> {
  const trial = await input.whileBusy(text, l10n.t('Trying {0}… Press Escape to stop.', draft.url), (signal) =>
    tryDraft(clients, draft, signal),
  );
  if ('canceledAt' in trial) {
    // What was entered stays for the same address.
    const { outcome: _, ...entered } = draft;
    return { text: trial.canceledAt, draft: entered };
  }
  const outcome = trial.done;
  const tried: Progress & { draft: EndpointDraft } = { text, draft: { ...draft, outcome } };
  switch (outcome.type) {
    case 'found':
      await storeDraft(clients, { ...draft, pending: undefined }, outcome);
      return undefined;
    case 'credentials':
      if (outcome.refused) return tried;
      if (draft.pending === undefined) return { ...tried, next: { do: 'enterCredentials' } };
      return draft.pending.password === ''
        ? { ...tried, draft: withPending(tried.draft, outcome.offered), next: { do: 'enterCredentials' } }
        : { text, draft: withPending(draft, outcome.offered), next: { do: 'try' } };
    case 'certificate':
      return { ...tried, next: { do: 'trust' } };
    case 'host':
      return { ...tried, next: { do: 'enterHost' } };
    case 'failed':
      return tried;
  }
}

function addTitle(kind: EndpointKind | undefined): string {
  if (kind === undefined) return l10n.t('Add Endpoint');
  return kind === 'proxy' ? l10n.t('Add Proxy Endpoint') : l10n.t('Add Search Endpoint');
}
