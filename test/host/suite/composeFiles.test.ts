import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';

const baseFile = `services:
  shop:
    image: shop
    labels:
      - traefik.http.services.one.loadbalancer.server.port=80
`;
const labelOfOther = '      - traefik.http.services.other.loadbalancer.server.port=81\n';
const overrideFile = `services:
  shop:
    labels:
      - traefik.http.routers.shop.rule=Host(\`shop.example.test\`)
`;

describe('composeFiles: compose files that are read together', () => {
  let folder: string;
  before(async () => {
    await vscode.extensions.getExtension('proxy-scout.proxy-scout')?.activate();
    folder = await mkdtemp(join(tmpdir(), 'proxy-scout-compose-'));
  });
  after(() => rm(folder, { recursive: true }));
  afterEach(() => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

  /** Waits until a file has just these problems. */
  async function untilProblems({ uri }: vscode.TextDocument, expected: readonly RegExp[]): Promise<void> {
    const messages = (): readonly string[] => vscode.languages.getDiagnostics(uri).map(({ message }) => message);
    const isSo = (): boolean =>
      messages().length === expected.length && expected.every((one, at) => one.test(messages()[at] ?? ''));
    for (let turn = 0; turn < 400 && !isSo(); turn += 1) await new Promise((resolve) => setTimeout(resolve, 25));
    assert.ok(isSo(), messages().join('\n'));
  }

  it('are a base of one name and an override of another, as they are in editors', async () => {
    await writeFile(join(folder, 'docker-compose.yml'), baseFile + labelOfOther);
    await writeFile(join(folder, 'compose.override.yaml'), overrideFile);
    const override = await vscode.workspace.openTextDocument(join(folder, 'compose.override.yaml'));
    await vscode.window.showTextDocument(override, { preview: false });
    await untilProblems(override, [/^The container has several services \(one, other\)/]);

    const base = await vscode.workspace.openTextDocument(join(folder, 'docker-compose.yml'));
    const editor = await vscode.window.showTextDocument(base, { preview: false });
    await editor.edit((edit) => edit.delete(new vscode.Range(5, 0, 6, 0)));
    await untilProblems(override, []);
  });

  it('have the variables of the .env file beside them, whose values no problem shows', async () => {
    await writeFile(join(folder, '.env'), 'MORE=hunter2(\n');
    const text = `${baseFile}      - traefik.http.routers.shop.rule=Host(\`a\`) && $MORE\n`;
    await writeFile(join(folder, 'with-env.yml'), text);
    const document = await vscode.workspace.openTextDocument(join(folder, 'with-env.yml'));
    await vscode.window.showTextDocument(document, { preview: false });
    await untilProblems(document, [/\$\{MORE\}/]);
    assert.ok(vscode.languages.getDiagnostics(document.uri).every(({ message }) => !message.includes('hunter2')));

    const env = await vscode.workspace.openTextDocument(join(folder, '.env'));
    const editor = await vscode.window.showTextDocument(env, { preview: false });
    await editor.edit((edit) => edit.replace(new vscode.Range(0, 0, 0, 99), 'MORE=Path(`/a`)'));
    await untilProblems(document, []);
    await env.save();
    await rm(join(folder, '.env'));
  });

  it('are read on a thread where they are large, with places in the document', async () => {
    const services = Array.from({ length: 4_000 }, (_, at) => `  s${at}: {image: i, labels: [traefik.enable=true]}\n`);
    const text = `services:\n${services.join('')}  last: {image: i, labels: [traefik.http.routers.r.rulee=a]}\n`;
    assert.ok(text.length > 150_000);
    await writeFile(join(folder, 'compose.stack.yml'), text);
    const document = await vscode.workspace.openTextDocument(join(folder, 'compose.stack.yml'));
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    await untilProblems(document, [/no option “rulee” here/]);
    const [problem] = vscode.languages.getDiagnostics(document.uri);
    assert.equal(problem && document.getText(problem.range), 'rulee');
    const code = typeof problem?.code === 'object' ? problem.code : assert.fail();
    assert.equal(code.value, 'label.syntax');
    assert.match(`${code.target}`, /^https:\/\/.*\/blob\/v[\d.]+\/docs\/configuration-files\.md#label\.syntax$/);
    await editor.edit((edit) => problem && edit.replace(problem.range, 'rule'));
    await untilProblems(document, [/^Unexpected|rule|matcher/]);
  });

  it('are without one over 1 MB', async () => {
    const large = `#${'x'.repeat(1_000_000)}\n${baseFile}${labelOfOther}`;
    await writeFile(join(folder, 'large.yml'), large);
    await writeFile(join(folder, 'large.override.yml'), `${overrideFile}      - traefik.http.routers.shop.tsl=true\n`);
    const override = await vscode.workspace.openTextDocument(join(folder, 'large.override.yml'));
    await vscode.window.showTextDocument(override);
    await untilProblems(override, [/no option “tsl” here/]);
  });
});
