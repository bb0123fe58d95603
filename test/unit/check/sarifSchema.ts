import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as jsonLanguageService from 'vscode-json-languageservice';

// Node finds no names in its main file, which is UMD.
const { getLanguageService, TextDocument }: typeof jsonLanguageService = createRequire(import.meta.url)(
  'vscode-json-languageservice',
);
const service = getLanguageService({});
const schema = JSON.parse(readFileSync('test/sarif/sarif-2.1.0-rtm.5.json', 'utf8'));
service.configure({ validate: true, schemas: [{ uri: 'sarif.schema.json', fileMatch: ['*'], schema }] });

/** What the schema of SARIF 2.1.0 has against a text. */
export async function sarifComplaints(text: string): Promise<readonly string[]> {
  // It would be looked for on the network, which is not there.
  const document = TextDocument.create('log.sarif', 'json', 1, text.replace(/"\$schema": "[^"]*",/, ''));
  const found = await service.doValidation(document, service.parseJSONDocument(document));
  return found.map(({ message }) => (typeof message === 'string' ? message : message.value));
}
