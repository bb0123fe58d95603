import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const foreignFileSchema = z.object({
  kind: z.enum(['ci', 'openapi', 'other', 'compose', 'kubernetes', 'ansible', 'cargo', 'toml', 'hcl']),
  package: z.string(),
  version: z.string(),
  repository: z.url(),
  commit: z.string().check(z.regex(/^[0-9a-f]{40}$/)),
  license: z.enum(['Apache-2.0', 'BSD-3-Clause', 'MIT']),
  /** The lines that the license asks to be kept. */
  copyright: z.array(z.string()),
  /** Within the repository. */
  path: z.string(),
  text: z.string(),
});

/** A file of a public repository that is none of ours to judge (test/foreign/README.md, "How they were chosen"). */
export type ForeignFile = z.infer<typeof foreignFileSchema>;

/**
 * All files that are none of ours.
 *
 * @throws when a line of the packed file is not of its form
 */
export function readForeignFiles(): readonly ForeignFile[] {
  return readFileSync(join(process.cwd(), 'test/foreign/files.ndjson'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => foreignFileSchema.parse(JSON.parse(line)));
}
