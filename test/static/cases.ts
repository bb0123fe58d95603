import * as z from 'zod/mini';

const texts = z.array(z.string());
const text = z.optional(z.string());

const fileSchema = z.object({ path: z.string(), text: z.string() });

const inputSchema = z.object({
  compose: text,
  files: z.optional(z.array(fileSchema)),
  args: z.optional(texts),
  env: z.optional(z.record(z.string(), z.string())),
  beside: z.optional(z.array(fileSchema)),
  directories: z.optional(texts),
  cwd: text,
  dockerSocket: z.optional(z.boolean()),
});

const logSchema = z.optional(z.array(z.object({ level: z.string() })));

const staticSchema = z.object({
  id: z.string(),
  about: z.string(),
  traefik: z.string(),
  input: inputSchema,
  expected: z.object({ starts: z.boolean(), log: logSchema }),
});

const stepSchema = z.record(z.string(), z.unknown());

const containerSchema = z.object({
  name: z.string(),
  labels: z.record(z.string(), z.string()),
  status: text,
  health: text,
  ports: z.optional(z.unknown()),
});

const absentInputSchema = z.object({
  ...inputSchema.shape,
  before: z.optional(z.array(stepSchema)),
  steps: z.optional(z.array(stepSchema)),
  containers: z.optional(z.array(containerSchema)),
  request: z.optional(z.unknown()),
});

const changesSchema = z.object({
  files: z.optional(z.array(z.object({ path: z.string(), text, removed: z.optional(z.boolean()) }))),
  args: z.optional(z.nullable(texts)),
  env: z.optional(z.nullable(z.record(z.string(), z.string()))),
  before: z.optional(z.nullable(z.array(stepSchema))),
  steps: z.optional(z.nullable(z.array(stepSchema))),
  containers: z.optional(z.nullable(z.array(containerSchema))),
});

const absentSchema = z.object({
  id: z.string(),
  cause: z.string(),
  about: z.string(),
  traefik: z.string(),
  declared: z.object({
    protocol: z.enum(['http', 'tcp', 'udp']),
    kind: z.enum(['router', 'service', 'middleware']),
    name: z.string(),
    rule: text,
    entryPoint: text,
  }),
  input: absentInputSchema,
  expected: z.object({ state: z.string() }),
  repair: z.object({ changes: changesSchema, log: logSchema }),
});

/** A static configuration, and what Traefik made of it: see test/recordings/static/README.md, "A case". */
export type StaticCase = z.infer<typeof staticSchema>;
/** A declared object that is not there, for one cause. */
export type AbsentCase = z.infer<typeof absentSchema>;
export type CaseInput = z.infer<typeof absentInputSchema>;

/**
 * Reads a file of the form of the recordings.
 *
 * @throws an error that says what is wrong with the file
 */
export function readStaticCases(json: string): readonly (StaticCase | AbsentCase)[] {
  const cases = z.array(z.looseObject({ cause: text })).parse(JSON.parse(json));
  return cases.map((one) => (one.cause === undefined ? staticSchema.parse(one) : absentSchema.parse(one)));
}

export function isAbsentCase(one: StaticCase | AbsentCase): one is AbsentCase {
  return 'cause' in one;
}
