import type { NewDocument } from '../servers/search/store/search-index';

/** What an application writes to a terminal, as its collector ships it. */
const said: readonly (readonly [level: string, message: string])[] = [
  [
    'info',
    '\u001b[32mready\u001b[0m in \u001b[1m412 ms\u001b[0m, listening on \u001b[36mhttp://localhost:5173\u001b[0m',
  ],
  ['debug', 'cache \u001b[2mhit\u001b[22m for orders/4711 (\u001b[33m81 µs\u001b[39m)'],
  ['warn', '\u001b[33mWARN\u001b[0m retrying POST /payments (attempt 2 of 3): upstream connection refused'],
  [
    'error',
    '\u001b[31mError:\u001b[0m failed to load the basket of customer 20934 from the primary and from both replicas: upstream connection timeout\n    at loadBasket (/srv/shop/basket.js:114:21)\n    at async handle (/srv/shop/server.js:58:9)\n    at async /srv/shop/node_modules/router/index.js:203:5',
  ],
  [
    'info',
    '\u001b[38;5;214m▲\u001b[0m GET /orders/4711 \u001b[42;30m 200 \u001b[0m in \u001b[38;2;120;200;255m12 ms\u001b[0m',
  ],
  [
    'fatal',
    '\u001b[97;41m FATAL \u001b[0m out of memory: the heap grew to 4,096 MB within 12 minutes while 211 requests were waiting for the same connection; the last one was a timeout of inventory-service',
  ],
  [
    'trace',
    '\u001b]8;;https://shop.example.com/docs\u001b\\documentation\u001b]8;;\u001b\\ of \u001b[4mcheckout\u001b[24m',
  ],
  ['notice', 'configuration reloaded'],
];

/** Documents of an application's log, the latest a few seconds ago. */
export function logLines(count: number, now = Date.now()): NewDocument[] {
  return Array.from({ length: count }, (_, at) => {
    const [level, message] = said[at % said.length] ?? said[0] ?? ['', ''];
    const stamp = new Date(now - (count - at) * 7_000).toISOString();
    const service = { name: 'shop', node: { name: `shop-${at % 3}` } };
    const source = {
      '@timestamp': stamp,
      'log.level': level,
      message,
      service,
      'event.duration': 1_234_567 * (at + 1),
    };
    return { id: `app-${at}`, source: JSON.stringify(source) };
  });
}

/** How the fields of those documents are mapped. */
export const logLineTypes = {
  '@timestamp': 'date',
  'log.level': 'keyword',
  message: 'text',
  'service.name': 'keyword',
  'service.node.name': 'keyword',
  'event.duration': 'long',
} as const;
