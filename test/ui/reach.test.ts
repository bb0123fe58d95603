/** Connections: servers behind TLS, another name, or a login are trusted and asked, and what is unsafe is shown. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fingerprintOf } from '../../src/core/base/http/verifyCertificate';
import { type SampleSearchEngine, startSearchEngine } from '../servers/search/index';
import type { RunningServer } from '../servers/shared/listen';
import type { ReceivedRequest } from '../servers/shared/reply';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import { makeAuthority, makeSelfSigned } from '../unit/core/base/http/certificates';
import { keyStore } from '../unit/core/base/http/keyStore';
import { describeWorkbench, type Workbench } from './harness';
import {
  addEndpoint,
  answer,
  answerHidden,
  asked,
  chooseFromMenu,
  fold,
  nameAdded,
  pasteAddress,
  pressHovered,
  row,
  told,
  unfold,
} from './person';
import { repeatUntil } from './waits';

describeWorkbench('Connections:', (fixtures) => {
  const user = { username: 'reader', password: 'canary-password-a81' };
  const passphrase = 'canary-passphrase-b52';
  const authority = makeAuthority('Elasticsearch security auto-configuration HTTP CA');
  const fingerprint = fingerprintOf(new X509Certificate(authority.cert).raw);
  const selfSigned = makeSelfSigned(['127.0.0.1']);

  let folder: string;
  /** Shows its authority's certificate, as Elasticsearch 8 does with the one that it makes for itself. */
  let engine: SampleSearchEngine;
  /** Knows who asks by a certificate, and is known by its own alone. */
  let guarded: RunningTraefik;
  /** Routed by a host, below a prefix. */
  let named: RunningTraefik;
  let digest: RunningTraefik;
  /** Known by its own certificate alone, and behind a password. */
  let both: RunningTraefik;
  let another: RunningTraefik;
  /** Behind a password alone. */
  let locked: RunningTraefik;
  let workbench: Workbench;

  before(async () => {
    folder = await fixtures.folder();
    await mkdir(join(folder, 'listed'));
    const { cert, key } = authority.issue(['127.0.0.1']);
    await writeFile(join(folder, 'authority.pem'), authority.cert);
    await writeFile(join(folder, 'reader.pfx'), keyStore(authority.issue(['reader']), passphrase));
    engine = await fixtures.closes(startSearchEngine({ tls: { cert: cert + authority.cert, key } }));
    guarded = await fixtures.closes(
      startTraefik({
        tls: { ...selfSigned, ca: authority.cert, requestCert: true, rejectUnauthorized: true },
      }),
    );
    named = await fixtures.closes(startTraefik({ host: 'traefik.example.test', basePath: '/ops' }));
    digest = await fixtures.closes(startTraefik({ digest: user }));
    const auth = { type: 'basic', ...user } as const;
    both = await fixtures.closes(startTraefik({ tls: selfSigned, auth }));
    another = await fixtures.closes(startTraefik({ tls: selfSigned, auth }));
    locked = await fixtures.closes(startTraefik({ auth }));
    workbench = await fixtures.open();
  });

  type Field = 'URL' | 'Credentials' | 'Custom headers' | 'TLS' | 'Host' | 'Name';
  async function edit(name: string, field: Field): Promise<void> {
    await chooseFromMenu(workbench, row(workbench, name), 'Edit Endpoint…');
    await workbench.quickInput.pick(new RegExp(`^\\s*${field}:`));
  }

  /** Ends editing once `shows` is what is shown, and returns the request with which the endpoint is then tried. */
  async function doneEditing(server: RunningServer, shows: string, says: string): Promise<ReceivedRequest> {
    await asked(workbench, shows);
    // Once it is stored, its rows are read, too.
    const asking = server.nextRequest(undefined, ({ path }) => path.endsWith('/api/version'));
    await workbench.page.keyboard.press('Escape');
    const request = await asking;
    await told(workbench, says);
    return request;
  }

  it('an engine that made its own authority is trusted once its fingerprint was compared', async () => {
    const added = await pasteAddress(workbench, 'search', engine.url);
    const dialog = workbench.page.getByRole('dialog', {
      name: /Trust the certificate authority of “127\.0\.0\.1:\d+”\?/,
    });
    await dialog.filter({ hasText: fingerprint }).waitFor();
    await workbench.screenshot('reach-trust');
    // Enter does not trust it.
    await workbench.page.keyboard.press('Enter');
    await asked(workbench, 'uses a certificate from an authority that is not trusted.');
    await asked(workbench, `SHA-256: ${fingerprint}`);
    await workbench.screenshot('reach-untrusted');
    await workbench.quickInput.pick('Trust Certificate…');
    await dialog.waitFor();
    assert.equal(engine.requests.length, 0);
    const asking = engine.nextRequest();
    await dialog.getByRole('button', { name: 'Trust', exact: true }).click();
    assert.equal((await asking).path, '/api/version');
    await nameAdded(workbench, added, 'logs');
  });

  it('a self-signed certificate is trusted, and a password in an address is sent when it is asked for', async () => {
    const { username, password } = user;
    const added = await pasteAddress(
      workbench,
      'proxy',
      `https://${username}:${password}@127.0.0.1:${both.port}/dashboard/`,
    );
    const dialog = workbench.page.getByRole('dialog', { name: /Trust the certificate of/ });
    await dialog.filter({ hasText: fingerprintOf(new X509Certificate(selfSigned.cert).raw) }).waitFor();
    await dialog.filter({ hasText: 'It is self-signed.' }).waitFor();
    assert.equal(both.requests.length, 0);
    await dialog.getByRole('button', { name: 'Trust', exact: true }).click();
    await row(workbench, 'HTTP').waitFor();
    assert.deepEqual(
      both.requests.slice(0, 2).map(({ headers }) => headers.authorization !== undefined),
      [false, true],
    );
    await nameAdded(workbench, added, 'both');
  });

  it('a password that is refused is asked for again, with its user name filled in', async () => {
    const added = await pasteAddress(workbench, 'proxy', locked.url);
    await answer(workbench, 'User name', user.username);
    await answerHidden(workbench, 'Password', 'wrong');
    await workbench.quickInput.pick('Enter Credentials…');
    await asked(workbench, 'User name');
    assert.equal(await workbench.quickInput.field.inputValue(), user.username);
    await workbench.quickInput.accept();
    await answerHidden(workbench, 'Password', user.password);
    await row(workbench, 'HTTP').waitFor();
    await nameAdded(workbench, added, 'locked');
  });

  it('what was added as it is gets its trust and its credentials by the actions of its row', async () => {
    const added = await pasteAddress(workbench, 'proxy', another.url);
    const dialog = workbench.page.getByRole('dialog', { name: /Trust the certificate of/ });
    await dialog.getByRole('button', { name: 'Don’t Trust' }).click();
    await workbench.quickInput.pick('Add as Proxy Endpoint Anyway');
    await added.filter({ hasText: 'Certificate not trusted' }).waitFor();
    await workbench.screenshot('reach-mend-certificate');
    await nameAdded(workbench, added, 'mended');
    const mended = row(workbench, 'mended');
    await mended.getByRole('button', { name: 'Trust Certificate…' }).click();
    assert.equal(another.requests.length, 0);
    await dialog.getByRole('button', { name: 'Trust', exact: true }).click();
    await unfold(workbench, 'mended');
    await row(workbench, 'Authentication required').waitFor();
    await workbench.screenshot('reach-mend-credentials');
    const problem = row(workbench, 'Authentication required');
    // A press is lost on a row that VS Code draws again in that moment.
    await repeatUntil(workbench.quickInput.item('User name and password'), () =>
      pressHovered(workbench, problem, problem.getByRole('button', { name: 'Edit Credentials…' })),
    );
    await workbench.quickInput.pick('User name and password');
    await answer(workbench, 'User name', user.username);
    await answerHidden(workbench, 'Password', user.password);
    await row(workbench, 'HTTP').waitFor();
    await row(workbench, 'mended').filter({ hasNotText: 'Authentication required' }).waitFor();
    await fold(workbench, 'mended');
  });

  it('a fingerprint is pinned by hand, and a client certificate is shown', async () => {
    const added = await pasteAddress(workbench, 'proxy', guarded.url);
    await workbench.page.getByRole('dialog', { name: /Trust/ }).getByRole('button', { name: 'Don’t Trust' }).click();
    await workbench.quickInput.pick('Add as Proxy Endpoint Anyway');
    await nameAdded(workbench, added, 'guarded');
    await edit('guarded', 'TLS');
    await workbench.quickInput.pick('Trust: System certificate authorities');
    await asked(workbench, 'Not secure: accepts any certificate');
    await workbench.screenshot('reach-tls-trust');
    await workbench.quickInput.pick('Pinned fingerprint…');
    await asked(workbench, 'SHA-256 fingerprint of the server certificate');
    await workbench.quickInput.type('22:B8:5A');
    await asked(workbench, 'A SHA-256 fingerprint has 64 hexadecimal digits');
    await workbench.quickInput.type(new X509Certificate(selfSigned.cert).fingerprint256);
    await workbench.quickInput.accept();

    await workbench.quickInput.pick(/^\s*TLS: Only fingerprint/);
    await asked(workbench, 'Server name: Same as host');
    await workbench.screenshot('reach-tls');
    await workbench.quickInput.pick('Client certificate: None');
    await workbench.quickInput.pick('PFX file…');
    await workbench.quickInput.pick('Browse…');
    await asked(workbench, 'Select the PFX file');
    await workbench.quickInput.item('..').waitFor();
    await workbench.quickInput.type(join(folder, '/'));
    await workbench.quickInput.item('listed').waitFor();
    await workbench.quickInput.type(join(folder, 'reader.pfx'));
    await workbench.quickInput.accept();
    await answerHidden(workbench, 'Passphrase of the private key', 'wrong');
    await asked(workbench, '· Client certificate');
    await workbench.page.keyboard.press('Escape');
    const { text } = await told(workbench, 'guarded: ');
    assert.match(text, /reader\.pfx is encrypted, and the passphrase is wrong\. Edit the endpoint/);
    assert.equal(guarded.requests.length, 0);

    await edit('guarded', 'TLS');
    await workbench.quickInput.pick(/^\s*Client certificate: .*reader\.pfx/);
    await workbench.quickInput.pick('PFX file…');
    await workbench.quickInput.pick(/reader\.pfx/);
    await answer(workbench, 'Path of the PFX file', join(folder, 'reader.pfx'));
    await answerHidden(workbench, 'Passphrase of the private key', passphrase);
    const request = await doneEditing(guarded, '· Client certificate', 'guarded: Traefik dev');
    assert.equal(request.path, '/api/version');
  });

  it('a question comes before nothing is verified any more', async () => {
    await edit('guarded', 'TLS');
    await workbench.quickInput.pick(/^\s*Trust: Only fingerprint/);
    await workbench.quickInput.pick('Skip verification…');
    const dialog = workbench.page.getByRole('dialog', { name: /Skip certificate verification for “guarded”\?/ });
    await dialog.getByRole('button', { name: 'Keep Verifying' }).waitFor();
    await workbench.screenshot('reach-skip');
    await dialog.getByRole('button', { name: 'Keep Verifying' }).click();
    await asked(workbench, 'TLS: Only fingerprint');
    await workbench.quickInput.pick(/^\s*TLS:/);
    await workbench.quickInput.pick(/^\s*Trust:/);
    await workbench.quickInput.pick('Skip verification…');
    await dialog.getByRole('button', { name: 'Skip Verification' }).click();
    await doneEditing(guarded, 'TLS: Not verified', 'guarded: Traefik dev');
    await row(workbench, 'guarded').filter({ hasText: 'not verified' }).waitFor();
    await workbench.screenshot('reach-not-verified');
  });

  it('the host of an API that is routed by it is named, and found at the address', async () => {
    await pasteAddress(workbench, 'proxy', `${named.url}/ops/dashboard/`);
    await asked(workbench, 'Host header to send');
    assert.equal(named.requests.length, 3);
    await workbench.quickInput.back();
    await asked(workbench, 'responded as Traefik does for an unknown host name or path (status 404).');
    await workbench.quickInput.pick('Enter Host Name…');
    await asked(workbench, 'Host header to send');
    await workbench.quickInput.type('https://Traefik.example.test/dashboard/');
    await asked(workbench, 'Will use traefik.example.test');
    await workbench.screenshot('reach-host');
    const asking = named.nextRequest();
    await workbench.quickInput.accept();
    const { path, headers } = await asking;
    assert.deepEqual([path, headers.host], ['/ops/api/version', 'traefik.example.test']);
    await nameAdded(workbench, row(workbench, 'traefik.example.test/ops'), 'named');
    await edit('named', 'Custom headers');
    await workbench.quickInput.pick(/Add header…/);
    await asked(workbench, 'Header name');
    await workbench.quickInput.type('HOST');
    await asked(workbench, 'Go back and select Host to change this header.');
    await workbench.page.keyboard.press('Escape');
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
  });

  it('a header that is entered twice in different letters is sent once', async () => {
    await edit('named', 'Custom headers');
    await workbench.quickInput.pick(/Add header…/);
    await answer(workbench, 'Header name', 'X-Scope-Team');
    await answerHidden(workbench, 'Value of X-Scope-Team', 'one');
    await workbench.quickInput.pick(/^\s*Custom headers: X-Scope-Team\s*$/);
    await workbench.quickInput.item(/Add header…/).waitFor();
    await workbench.quickInput.widget.locator('.monaco-list-row.focused', { hasText: 'X-Scope-Team' }).waitFor();
    await workbench.quickInput.pick(/Add header…/);
    await answer(workbench, 'Header name', 'x-scope-TEAM');
    await answerHidden(workbench, 'Value of x-scope-TEAM', 'two');
    await workbench.quickInput.item(/^\s*Custom headers: x-scope-TEAM\s*$/).waitFor();
    const { headers } = await doneEditing(named, 'Custom headers: x-scope-TEAM', 'named: Traefik dev');
    assert.equal(headers['x-scope-team'], 'two');
  });

  it('a login by Digest never sends the password', async () => {
    const scheme = ({ headers }: ReceivedRequest) => headers.authorization?.split(' ')[0];
    await addEndpoint(workbench, { kind: 'proxy', name: 'digest', url: digest.url, auth: { type: 'basic', ...user } });
    assert.deepEqual(digest.requests.slice(0, 3).map(scheme), [undefined, undefined, 'Digest']);
    await chooseFromMenu(workbench, row(workbench, 'digest'), 'Edit Endpoint…');
    await asked(workbench, 'Credentials: User reader (Digest only)');
    await workbench.screenshot('reach-edit');
    await workbench.page.keyboard.press('Escape');
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
    await chooseFromMenu(workbench, row(workbench, 'digest'), 'Test Connection');
    await told(workbench, 'digest: Traefik dev');
    assert.deepEqual(
      digest.requests.map(scheme).filter((one) => one === 'Basic'),
      [],
    );
  });
});
