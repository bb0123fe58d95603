import * as z from 'zod/mini';

const texts = z.array(z.string());
const text = z.optional(z.string());

const fileSchema = z.object({ path: z.string(), text: z.string() });

const contextSchema = z.object({
  provider: z.string(),
  options: z.optional(z.record(z.string(), z.unknown())),
  project: text,
  env: z.optional(z.record(z.string(), z.string())),
  namespace: text,
  static: text,
  mode: text,
  otherFiles: z.optional(z.array(fileSchema)),
  alsoInCluster: z.optional(z.array(z.unknown())),
  runtime: z.optional(
    z.record(
      z.string(),
      z.object({ imagePorts: z.optional(texts), state: text, health: text, replicas: z.optional(z.number()) }),
    ),
  ),
});

const objectSchema = z.object({
  protocol: z.enum(['http', 'tcp', 'udp']),
  kind: z.enum(['router', 'service', 'middleware']),
  name: z.string(),
  rule: text,
  service: text,
  middlewares: z.optional(texts),
  entryPoints: z.optional(texts),
  tls: z.optional(z.unknown()),
  pattern: text,
  rulePattern: text,
  servicePattern: text,
});

const caseSchema = z.object({
  id: z.string(),
  about: z.string(),
  source: z.enum(['compose', 'file', 'file-rules', 'crd', 'ingress', 'gateway', 'nomad']),
  files: z.array(fileSchema),
  context: contextSchema,
  expected: z.object({
    accepted: z.optional(z.boolean()),
    objects: z.array(objectSchema),
    conditions: z.optional(z.array(z.object({ type: z.string(), status: z.string(), what: z.string() }))),
    dropped: z.array(z.object({ what: z.string(), level: z.string(), why: z.string() })),
    apiNames: z.optional(z.object({ notShown: z.array(z.tuple([z.string(), z.string(), z.string()])) })),
    compose: z.optional(z.object({ error: text })),
    apiErrors: z.optional(
      z.array(
        z.object({
          protocol: z.string(),
          kind: z.string(),
          name: z.string(),
          status: z.string(),
          error: texts,
        }),
      ),
    ),
  }),
});

/** A declared configuration, and what Traefik made of it: see test/recordings/declared/README.md, "A case". */
export type DeclaredCase = z.infer<typeof caseSchema>;
export type ExpectedObject = z.infer<typeof objectSchema>;

/**
 * Reads a file of the form of the recordings.
 *
 * @throws an error that says what is wrong with the file
 */
export function readDeclaredCases(json: string): readonly DeclaredCase[] {
  return z.array(caseSchema).parse(JSON.parse(json));
}
