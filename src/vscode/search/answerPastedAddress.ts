import * as l10n from '@vscode/l10n';
import { readDiscoverAddress } from '../../core/search/address/readDiscoverAddress';
import type { FieldInfo } from '../../core/search/engine/fieldList';
import type { MessageFromPage, MessageToPage } from '../../protocol/pageMessages';
import type { EndpointSearch } from './endpointSearch';
import type { EndpointColumns } from './storedColumns';

/** Milliseconds to wait for the fields: without them, the date field is the usual one. */
const patienceMs = 2_000;

/**
 * Replies to a page that sends an address of Discover. The address is neither fetched nor written to the log; the
 * endpoint gets only a request for the fields of the index in it. Its columns are chosen for that index unless the user
 * chose some.
 */
export async function answerPastedAddress(
  search: EndpointSearch,
  { text, form, zone }: Extract<MessageFromPage, { kind: 'readAddress' }>,
): Promise<MessageToPage> {
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
