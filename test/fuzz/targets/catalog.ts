import { findPlaces } from '../../../src/core/accessLogs/findPlaces';
import { fieldsToChoose, layoutAround, layoutsAmong } from '../../../src/core/accessLogs/logLayouts';
import { fieldCompletions, indexCompletions } from '../../../src/core/search/engine/completions';
import { openEngineCatalog } from '../../../src/core/search/engine/engineCatalog';
import { openSearchClient } from '../../../src/core/search/engine/searchClient';
import { fakeHttpClient } from '../../unit/core/search/fakeHttpClient';
import { mutated } from '../mutate';
import { oddText } from '../odd';
import type { Target } from './target';

/** Lists of indices and fields that were changed, what is completed of them, and how access logs are found among them. */
export const catalog: Target = async ({ dice, corpus, watch }) => {
  const client = openSearchClient(async () =>
    fakeHttpClient(({ path }) => ({
      status: dice.chance(0.8) ? 200 : 404,
      headers: {},
      body: mutated(dice.pick(path.includes('field_caps') ? corpus.capabilities : corpus.lists).body, dice),
    })),
  );
  const lists = openEngineCatalog(client);
  const fields = await watch.call('the fields', () => lists.fields('x'));
  const names = await watch.call('the indices', () => lists.indices());
  const list = await watch.call('the index list', () => lists.list());
  if (fields !== undefined) {
    await watch.call('layoutsAmong', () => layoutsAmong(fields));
    await watch.call('layoutAround', () => layoutAround(dice.pick(['message', 'RouterName', oddText(dice)]), fields));
    await watch.call('fieldsToChoose', () => fieldsToChoose(fields));
    await watch.call('completions of a field', () => fieldCompletions('field', fields, oddText(dice)));
  }
  if (names !== undefined)
    await watch.call('completions of an index', () => indexCompletions(names, oddText(dice), list?.entries));
  if (dice.chance(0.2)) await watch.call('findPlaces', () => findPlaces(openEngineCatalog(client)));
};
