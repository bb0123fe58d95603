import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { itemKinds } from '../../../../../src/core/proxy/model/model';
import {
  certificateSchema,
  entryPointSchema,
  middlewareSchema,
  overviewSchema,
  routerSchema,
  serviceSchema,
} from '../../../../../src/core/proxy/wire/apiSchemas';
import { checkOf } from '../../../../../src/core/proxy/wire/conforms';
import { readRecordings } from '../../../../recordings/read';

const schemaOf = { routers: routerSchema, services: serviceSchema, middlewares: middlewareSchema };

/** What a field may hold that it should not. */
const oddities: readonly unknown[] = [
  null,
  '',
  'x',
  0,
  -1.5,
  // What JSON.parse makes of 1e999.
  Number.POSITIVE_INFINITY,
  true,
  [],
  ['x'],
  ['x', 1],
  [null],
  [{}],
  [{ name: 'x' }],
  {},
  { a: 'x' },
  { a: 1 },
  { constructor: 'UP' },
];

/** The value itself, and every variant of it in which one member, at any depth, is something odd or gone. */
function* variantsOf(value: unknown): Generator<unknown> {
  yield value;
  yield* oddities;
  if (typeof value !== 'object' || value === null) return;
  const copyWith = (key: string, member: unknown): unknown =>
    Array.isArray(value) ? value.with(Number(key), member) : { ...value, [key]: member };
  for (const [key, member] of Object.entries(value)) {
    for (const variant of variantsOf(member)) yield copyWith(key, variant);
    if (!Array.isArray(value)) {
      const { [key as never]: _, ...others } = value;
      yield others;
    }
  }
}

/** Checks that both say the same of a value and of all its variants; gives how often each verdict was given. */
function compare(schema: z.core.$ZodType, value: unknown): Record<'sound' | 'odd', number> {
  const fits = checkOf(schema);
  const verdicts = { sound: 0, odd: 0 };
  for (const variant of variantsOf(value)) {
    const { success } = z.safeParse(schema, variant);
    assert.equal(fits(variant), success, JSON.stringify(variant));
    verdicts[success ? 'sound' : 'odd']++;
  }
  return verdicts;
}

describe('conforms: a check made of a schema', () => {
  it('says of recorded items, and of all that can be wrong with them, what the schema says', () => {
    const sums = { sound: 0, odd: 0 };
    for (const server of ['traefik-3.7', 'traefik-2.11']) {
      for (const [name, { response }] of readRecordings(server)) {
        const kind = itemKinds.find((it) => name.endsWith(`-${it}-all`));
        if (kind === undefined) continue;
        for (const item of JSON.parse(response.body)) {
          const { sound, odd } = compare(schemaOf[kind], item);
          sums.sound += sound;
          sums.odd += odd;
        }
      }
    }
    assert.ok(sums.sound > 10_000 && sums.odd > 10_000, JSON.stringify(sums));
  });

  it('does so for entry points, certificates and the overview', () => {
    const recorded = readRecordings('traefik-3.7');
    const bodyOf = (name: string) => JSON.parse(recorded.get(name)?.response.body ?? '');
    for (const entryPoint of bodyOf('entrypoints')) compare(entryPointSchema, entryPoint);
    for (const certificate of bodyOf('certificates')) compare(certificateSchema, certificate);
    compare(overviewSchema, bodyOf('overview'));
  });

  it('is not made of what it does not know', () => {
    for (const schema of [
      z.union([z.string(), z.number()]),
      z.string().check(z.minLength(1)),
      z.object({ a: z.optional(z.nullable(z.string())) }),
      z.array(z.int()),
      z.object({ a: z.url() }),
      z.record(z.string(), z.string().check(z.url())),
    ]) {
      assert.throws(() => checkOf(schema), TypeError);
    }
  });
});
