/** A person comes back to an answer after a reload of the window, and asks with a curl command. */
import { startTraefik } from '../servers/traefik/index';
import { documentLens as lens, documentLine as line } from './editing';
import { describeWorkbench, type Workbench } from './harness';
import { markSecret } from './marks';
import { addEndpoint, answer, answerHidden, chooseFromMenu, lookAway, row } from './person';
import { repeatUntil } from './waits';

/** Answers the one question, with something that is shown like this. */
async function askFor({ quickInput }: Workbench, typed: string, shown: string | RegExp): Promise<void> {
  await quickInput.widget
    .getByPlaceholder('URL of a request, several URLs, host:port of a TCP connection, or curl command')
    .waitFor();
  await quickInput.type(typed);
  await quickInput.item(shown).waitFor();
  await quickInput.accept();
}

describeWorkbench('a person who comes back to which router takes a request', (walk) => {
  let workbench: Workbench;

  before(async () => {
    const traefik = await walk.closes(startTraefik());
    workbench = await walk.open();
    await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: traefik.url });
  });

  it('asks with a curl command, as a browser copies it', async () => {
    const command = [
      "curl 'http://shop.example.test:8000/api/v2/x' \\",
      "-X 'PUT' -H 'user-agent: curl/8' -H 'cookie: session=s3cr3t-of-curl' \\",
      "-u me:s3cr3t-of-curl --data-raw '{}' --compressed",
    ].join('  ');
    markSecret('s3cr3t-of-curl');
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Find Router for URL…');
    const url = 'http://shop.example.test:8000/api/v2/x';
    await askFor(workbench, command, `PUT ${url} · 2 headers`);
    await line(workbench, `PUT ${url} on web`).waitFor();
    await line(workbench, 'user-agent: curl/8').waitFor();
    await line(workbench, 'Left out, because it is a credential: --user.').waitFor();
    await lens(workbench, '2 headers').waitFor();
    await workbench.screenshot('which-router-curl');
  });

  it('finds the answer again after a reload of the window, without its secrets', async () => {
    await lens(workbench, '2 headers').click();
    await workbench.quickInput.pick('Other…');
    await answer(workbench, 'Name of the header', 'Authorization');
    await answerHidden(workbench, 'Value of Authorization', 'Bearer s3cr3t-of-the-walk');
    await workbench.quickInput.pick('Continue');
    await lens(workbench, '3 headers').waitFor();
    await workbench.reload();
    await line(workbench, 'PUT http://shop.example.test:8000/api/v2/x on web').waitFor();
    await line(workbench, 'because they may be secrets: cookie and Authorization.').waitFor();
    for (const words of ['Entry point: web', 'PUT', '1 header']) await lens(workbench, words).waitFor();
    await workbench.screenshot('which-router-reloaded');
    await lens(workbench, 'PUT').click();
    await workbench.quickInput.pick('POST');
    await line(workbench, 'POST http://shop.example.test:8000/api/v2/x on web').waitFor();
  });

  it('finds what was asked in the list of earlier questions', async () => {
    await workbench.commandPalette('View: Close Editor');
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Find Router for URL…');
    await workbench.quickInput.pick('http://shop.example.test:8000/api/v2/x');
    await line(workbench, 'POST http://shop.example.test:8000/api/v2/x on web').waitFor();
  });

  it('finds a list of URLs again after a reload of the window, and one of them on its own', async () => {
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Find Router for URL…');
    const urls = 'http://shop.example.test:8000/api/v2/x http://nobody.example.test:8000/?token=s3cr3t-of-list';
    markSecret('s3cr3t-of-list');
    await askFor(workbench, urls, /^\s*2 URLs · /);
    const found = 'http://shop.example.test:8000/api/v2/x → ';
    await line(workbench, found).waitFor();
    await workbench.reload();
    await line(workbench, found).waitFor();
    await line(workbench, 'http://nobody.example.test:8000/ → negative@file').waitFor();
    await line(workbench, 'Secrets in URLs were not kept when the window was reloaded.').waitFor();
    await workbench.screenshot('which-router-list-reloaded');
    const link = line(workbench, found).locator('.detected-link').first();
    await repeatUntil(line(workbench, 'GET http://shop.example.test:8000/api/v2/x on web'), async () => {
      await lookAway(workbench);
      await link.click({ modifiers: ['Control'], timeout: 5_000 }).catch(() => undefined);
    });
  });

  it('is told that the endpoint was removed', async () => {
    await chooseFromMenu(workbench, row(workbench, 'edge'), 'Remove Endpoint');
    await workbench.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Remove' }).click();
    await line(workbench, 'This endpoint no longer exists.').waitFor();
    await workbench.screenshot('which-router-removed');
  });
});
