import * as l10n from '@vscode/l10n';
import { nextTurn } from '../../core/base/async/nextTurn';
import { readDiscoverAddress } from '../../core/search/address/readDiscoverAddress';
import { fieldCompletions, indexCompletions } from '../../core/search/engine/completions';
import type { FieldInfo } from '../../core/search/engine/fieldList';
import type { IndexEntry } from '../../core/search/engine/indexList';
import type { PageReply, PageRequest } from '../../core/search/page/requestsOfPage';
import type { SearchCompletion } from '../../protocol/pageView';
import type { EndpointSearch } from './endpointSearch';
import type { Engine } from './engines';
import type { EndpointColumns } from './rememberedChoices';

/** The completions for the inputs of a search's form. Sends no request before the page does. */
export class FormCompletions {
  private readonly closed = new AbortController();
  /** Whether the engine did not return the sizes of its indices: they are not requested again for each letter. */
  private isListRefused = false;

  constructor(private readonly search: { engine(): Promise<Engine> }) {}

  /**
   * Replies to the page, with nothing if the values are unknown: the user can still type. For an index, a second reply
   * may follow with their sizes, which take an engine longer than the names.
   */
  async answer(
    { requestId, of, index, text }: Extract<PageRequest, { kind: 'complete' }>,
    reply: (message: PageReply) => void,
  ): Promise<void> {
    const send = (items: readonly SearchCompletion[]) => reply({ kind: 'completions', requestId, items });
    let catalog: Engine['catalog'];
    try {
      ({ catalog } = await this.search.engine());
      if (of !== 'index') return send(fieldCompletions(of, await catalog.fields(index), text));
    } catch {
      return send([]);
    }
    const names = await catalog.indices().catch(() => []);
    const listing = this.entriesOf(catalog);
    const known = await Promise.race([listing, nextTurn().then(() => undefined)]);
    send(indexCompletions(names, text, known));
    const entries = known ?? (await listing);
    if (known === undefined && entries.length > 0) send(indexCompletions(names, text, entries));
  }

  /** Cancels all requests. */
  close(): void {
    this.closed.abort();
  }

  private async entriesOf({ list }: Engine['catalog']): Promise<readonly IndexEntry[]> {
    if (this.isListRefused) return [];
    try {
      return (await list(this.closed.signal)).entries;
    } catch {
      this.isListRefused = true;
      return [];
    }
  }
}

/** Milliseconds to wait for the fields: without them, the date field is the usual one. */
const patienceMs = 2_000;

/**
 * Replies to a page that sends an address of Discover. The address is neither fetched nor written to the log; the
 * endpoint gets only a request for the fields of the index in it. Its columns are chosen for that index unless the user
 * chose some.
 */
export async function answerPastedAddress(
  search: EndpointSearch,
  { text, form, zone }: Extract<PageRequest, { kind: 'readAddress' }>,
): Promise<Omit<Extract<PageReply, { kind: 'address' }>, 'requestId'>> {
  const fieldsOf = async (index: string): Promise<readonly FieldInfo[]> => {
    try {
      return await (await search.engine()).catalog.fields(index, AbortSignal.timeout(patienceMs));
    } catch {
      return [];
    }
  };
  const read = await readDiscoverAddress(text, { form, zone, now: new Date(), fieldsOf });
  if ('problem' in read) return { kind: 'address', notes: [read.problem] };
  const { question, notes, whyIndex } = read;
  const note = await chooseColumns(await search.searches.columns.at(search.endpointId), question.index, read.columns);
  return {
    kind: 'address',
    question,
    notes: note === undefined ? notes : [...notes, note],
    ...(whyIndex !== undefined && { whyIndex }),
  };
}

/** Returns the sentence about columns that are not shown. */
async function chooseColumns(
  chosen: EndpointColumns,
  index: string,
  paths: readonly string[],
): Promise<string | undefined> {
  if (paths.length === 0) return undefined;
  if (index === '') return l10n.t('Left out: the columns, because the index is not known.');
  const before = chosen.of(index);
  if (before.length === 0) {
    await chosen.choose(index, paths);
    return undefined;
  }
  return before.join('\n') === paths.join('\n')
    ? undefined
    : l10n.t('Left out: the columns, because you chose others for this index.');
}
