import { readDiscoverAddress } from '../../../src/core/search/address/readDiscoverAddress';
import { searchOf } from '../../../src/core/search/query/searchOf';
import { emptyQuestion } from '../../../src/protocol/question';
import { questionSchema } from '../../../src/protocol/questionSchema';
import type { Dice } from '../../servers/traefik/dice';
import { oddText } from '../odd';
import type { Target } from './target';

const kibana = 'https://kibana.test/app/';
const good: readonly string[] = [
  `${kibana}discover#/?_tab=(tabId:new)&_g=(filters:!(('$state':(store:globalState),meta:(alias:!n,disabled:!f,key:env,negate:!t,params:(query:dev),type:phrase),query:(match_phrase:(env:dev)))),refreshInterval:(pause:!f,value:60000),time:(from:now-1h,to:now))&_a=(breakdownField:a,columns:!(message,host.name),dataSource:(dataViewId:'logs-*',type:dataView),filters:!((meta:(params:!((query:(range:(a:(gte:1)))),(meta:(negate:!t),query:(exists:(field:b)))),relation:OR,type:combined),query:())),query:(language:kuery,query:'a : "b" and (c >= 5 or not d: (e or "f g")) and h: *'),sort:!(!('@timestamp',desc)))`,
  `${kibana}kibana#/discover?_g=(time:(from:'2026-05-09T18:02:40.258',mode:absolute,to:'2026-05-09T19:02:40Z||%2B1d%2Fd'))&_a=(columns:!(_source),filters:!((meta:(key:a),query:(match:(a:(query:'b',type:phrase))))),index:'logs-*',query:(query_string:(analyze_wildcard:!t,query:'*')),sort:!('@timestamp',desc))`,
  `${kibana}data-explorer/discover#?_a=(discover:(columns:!(_source),isDirty:!f,sort:!()),metadata:(indexPattern:'4e3049b0-2697',view:discover))&_g=(filters:!(),time:(from:now-7d,to:now))&_q=(filters:!((query:(match_phrase:(build.id:'it!'s!!')))),query:(dataset:(title:a,timeFieldName:b,type:INDEXES),language:PPL,query:'source=a'))`,
  `${kibana}r?l=DISCOVER_APP_LOCATOR&v=8.13.4&p={"dataViewSpec":{"title":"a","timeFieldName":"b"},"query":{"query":"a:1","language":"lucene"},"timeRange":{"from":"now-1y","to":"now"},"filters":[{"query":{"term":{"a":1}}}]}`,
  `${kibana}r?l=DISCOVER_APP_LOCATOR&v=8.13.4&lz=N4IgjgrgpgTgniAXKAtlEAaEB7aMA2AlgC6EAmSAjACwCsADAKwC0ADAEzsAcJAdvgGMAFgEMkAXx4BnAE5IAZlADO0gE5IAZhGkQkAX3A`,
  `${kibana}discover#/doc/4e3049b0/.ds-logs?id=a%2Fb`,
  `${kibana}discover#/view/571aaf70?_g=h@44136fa&_a=()`,
];
const signs = [
  "'",
  '!',
  '(',
  ')',
  ',',
  ':',
  '!(',
  '!t',
  '!n',
  '%',
  '%27',
  '&',
  '#',
  '?',
  '"',
  ' and ',
  ' or ',
  ' not ',
  '{',
  '*',
  '\\',
  '@',
];

/** Rison and KQL with a few places changed: signs, parts of others, odd texts. */
function changed(dice: Dice): string {
  let text = dice.pick(good);
  for (let times = dice.below(7); times > 0; times--) {
    const at = dice.chance(0.9) ? kibana.length + dice.below(text.length) : dice.below(text.length);
    const other = dice.pick(good);
    const from = dice.below(other.length);
    const put = dice.pick([
      dice.pick(signs),
      dice.pick(signs),
      other.slice(from, from + dice.below(60)),
      oddText(dice),
    ]);
    text = text.slice(0, at) + put + text.slice(at + dice.below(4));
  }
  return text;
}

/** Addresses that no Discover wrote, read, and the searches that are made of them. */
export const addresses: Target = async ({ dice, watch }) => {
  const address = changed(dice);
  const zone = dice.pick(['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'No/Where', '+02:00']);
  const form = { ...emptyQuestion, index: dice.pick(['', 'mine']) };
  const read = await watch.call('readDiscoverAddress', () =>
    readDiscoverAddress(address, { form, zone, now: new Date(0), fieldsOf: async () => [] }),
  );
  if (read === undefined || 'problem' in read) return;
  const parsed = questionSchema.safeParse(read.question);
  if (!parsed.success) watch.say({ kind: 'protocol', what: 'readDiscoverAddress', told: parsed.error.message });
  await watch.call('searchOf an address', () => searchOf(read.question, 0, new Date(0)));
};
