/** A person uses in each kind of file, in the dark and in the light, what the editor knows of the proxy. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import {
  activeTab,
  chooseAction,
  codeLenses,
  codeLensTexts,
  cursorPlace,
  documentLine,
  goToConfiguration,
  goToSymbol,
  openFile,
  putCursor,
  shownProblems,
} from './editing';
import { describeWorkbench, type Workbench } from './harness';
import { ingressFile, ingressRouters, kindsOfFiles, loadedRouters } from './kindsOfFiles';
import { addEndpoint, asked, bring, foldView, lookAway, row, scrollToTop, widenSideBar } from './person';
import { recordedListing } from './recorded';
import { repeatUntil, until, untilEqual } from './waits';

for (const [colorScheme, syntax] of [
  ['dark', 'yaml'],
  ['light', 'toml'],
] as const) {
  const kinds = kindsOfFiles[syntax];
  describeWorkbench(`a person who edits each kind of file in a ${colorScheme} theme`, (walk) => {
    let edge: RunningTraefik;
    let workbench: Workbench;

    before(async () => {
      const folder = await walk.folder();
      const files = [...kinds, { name: 'ingress.yaml', text: ingressFile }];
      await Promise.all(files.map(({ name, text }) => writeFile(join(folder, name), text)));
      edge = await walk.closes(startTraefik());
      edge.replace('http/routers', [...recordedListing('http-routers'), ...loadedRouters]);
      workbench = await walk.open({ workspaceFolder: folder, settings: { 'window.autoDetectColorScheme': true } });
      await workbench.page.emulateMedia({ colorScheme });
      await workbench.page.locator(`.monaco-workbench.${colorScheme === 'dark' ? 'vs-dark' : 'vs'}`).waitFor();
      await widenSideBar(workbench, 400);
      await foldView(workbench, 'Search');
      await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: edge.url });
      await openFile(workbench, 'compose.yml');
      await workbench.commandPalette('Proxy Scout: Connect File to Proxy…');
      await asked(workbench, 'edge');
      await workbench.quickInput.pick('edge');
      await workbench.page.keyboard.press('Control+Shift+m');
    });

    for (const { name, text, lenses, problem, mend, router, symbol, hovered, definition, completion } of kinds) {
      /** The line and the column where a text begins or ends. */
      const placeOf = (part: string, at: 'start' | 'end'): [line: number, column: number] => {
        const found = text.indexOf(part);
        assert.notEqual(found, -1, part);
        const before = text.slice(0, found + (at === 'end' ? part.length : 0)).split('\n');
        return [before.length, (before.at(-1) ?? '').length + 1];
      };

      it(`reads in ${name} what the proxy made of it`, async () => {
        await openFile(workbench, name);
        await untilEqual(() => codeLensTexts(workbench), [...lenses].sort());
        await until(async () => (await shownProblems(workbench)).some((one) => one.includes(problem)));
      });

      it(`mends ${name} by a quick fix`, async () => {
        await putCursor(workbench, ...placeOf(mend.at, 'end'));
        await chooseAction(workbench, mend.name, `config-${colorScheme}-${name}-fix`);
        await documentLine(workbench, mend.after).waitFor();
      });

      it(`asks of a rule in ${name} which router takes it`, async () => {
        await putCursor(workbench, ...placeOf(router.rule, 'end'));
        await chooseAction(workbench, 'Which Router Takes This');
        await activeTab(workbench, router.host).waitFor();
        await documentLine(workbench, `${router.name} · matches · priority`).waitFor();
        await workbench.screenshot(`config-${colorScheme}-${name}-which-router`);
        await openFile(workbench, name);
      });

      it(`goes from a line in ${name} to the row, then to a symbol, and from the row back to the line`, async () => {
        // The mouse may be on a tab, whose tooltip covers what is below it.
        await lookAway(workbench);
        await codeLenses(workbench).filter({ hasText: 'up · priority' }).click();
        const revealed = row(workbench, router.name).and(workbench.page.locator('[aria-selected="true"]'));
        await revealed.waitFor();
        await goToSymbol(workbench, symbol.name, `config-${colorScheme}-${name}-symbols`);
        await cursorPlace(workbench, new RegExp(`^Ln ${symbol.line}, Col`)).waitFor();
        await goToConfiguration(workbench, row(workbench, router.name));
        await cursorPlace(workbench, new RegExp(`^Ln ${router.line}, Col`)).waitFor();
        await activeTab(workbench, name).waitFor();
      });

      it(`reads in ${name} on hovering what the proxy knows of it`, async () => {
        const hover = workbench.page.locator('.monaco-hover:visible', { hasText: hovered.told });
        await putCursor(workbench, ...placeOf(hovered.at, 'end'));
        await repeatUntil(hover, () => workbench.commandPalette('Show or Focus Hover'));
        await workbench.screenshot(`config-${colorScheme}-${name}`);
        await workbench.page.keyboard.press('Escape');
      });

      it(`goes in ${name} from a name to where it is declared`, async () => {
        await putCursor(workbench, ...placeOf(definition.from, 'start'));
        const there = cursorPlace(workbench, new RegExp(`^Ln ${definition.line}, Col`));
        await repeatUntil(there, () => workbench.page.keyboard.press('F12'));
        await activeTab(workbench, definition.file).waitFor();
      });

      it(`is offered in ${name} the names that can be written there`, async () => {
        await openFile(workbench, name);
        await putCursor(workbench, ...placeOf(completion.after, 'end'));
        await workbench.page.keyboard.type(completion.typed);
        const offered = workbench.page.locator('.suggest-widget .monaco-list-row', { hasText: completion.offered });
        await repeatUntil(offered.first(), () => workbench.page.keyboard.press('Control+Space'));
        await workbench.page.keyboard.press('Escape');
        if (completion.typed !== '') await workbench.page.keyboard.press('Control+z');
      });
    }

    it('goes from a router to the Ingress that Traefik names, otherwise to the one of its name', async () => {
      for (const [{ name }, line] of [
        [ingressRouters[0], 9],
        [ingressRouters[1], 14],
      ] as const) {
        await scrollToTop(workbench);
        await goToConfiguration(workbench, await bring(workbench, name));
        await activeTab(workbench, 'ingress.yaml').waitFor();
        await cursorPlace(workbench, new RegExp(`^Ln ${line}, Col`)).waitFor();
      }
      await workbench.screenshot(`config-${colorScheme}-ingress`);
    });
  });
}
