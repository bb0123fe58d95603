import { fakeWindows } from '../unit/core/base/endpoints/fakeWindows';
import { heldBy } from './holds';
import type { Row } from './rows';
import { exportedEndpointsText, openEndpointStore } from './shippedCore';

const count = 10_000;
const fieldsOf = (index: number) =>
  ({
    kind: index % 2 === 0 ? 'proxy' : 'search',
    name: `endpoint ${index}`,
    url: `http://127.0.0.1:${1 + (index % 65_000)}`,
    auth: { type: 'basic', username: 'u', password: 'p' },
    headers: {},
  }) as const;

/** For how long the event loop is held by the store of endpoints where it has more than anybody has. */
export async function* measure(): AsyncGenerator<Row> {
  const { vault, shelf } = fakeWindows().openWindow();
  const store = openEndpointStore(vault, shelf);
  await store.add(...Array.from({ length: count }, (_, index) => fieldsOf(index)));
  // Was 100: 74 to 126 on one machine within an hour. The hints of all endpoints are one value of the global state, which VS
  // Code takes in one piece.
  const row = async (part: string, work: () => Promise<unknown>, goal = 150): Promise<Row> => ({
    what: `10,000 stored endpoints: longest hold of the event loop in ${part}`,
    value: await heldBy(work),
    goal,
    unit: 'ms',
  });
  yield await row('listing them', () => store.list());
  yield await row('adding one', () => store.add(fieldsOf(count)));
  yield await row('moving one', async () => store.move((await store.list())[count / 2]?.hint.id ?? '', 'up'));
  // In one piece: ten times the 1,000 endpoints for which nothing takes more than 100 ms.
  yield await row(
    'exporting them',
    async () =>
      exportedEndpointsText((await store.list()).flatMap((one) => (one.state === 'ready' ? [one.endpoint] : []))),
    1_000,
  );
  store.dispose();
}
