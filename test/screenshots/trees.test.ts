/** Pictures of the tree with errors in it, and of every state, as narrow as side bars are, in each of VS Code's kinds of themes. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startTraefik } from '../servers/traefik/index';
import { describeWorkbench } from '../ui/harness';
import { addEndpoint, bring, fold, foldView, lookAway, unfold, widenSideBar } from '../ui/person';

/** Where the pictures go, from the repository's folder. */
const folder = process.env.PROXY_SCOUT_PICTURES ?? 'out/pictures';

/** The width of the side bar, in pixels, and where its edge is then. */
const widths = [
  [250, 298],
  [300, 348],
] as const;

/** A dark and a light theme, and the class of the workbench in them. */
const pairs = [
  {
    settings: {},
    themes: [
      { name: 'dark', colorScheme: 'dark', shown: 'vs-dark' },
      { name: 'light', colorScheme: 'light', shown: 'vs' },
    ],
  },
  {
    settings: {
      'workbench.preferredDarkColorTheme': 'Dark Modern',
      'workbench.preferredLightColorTheme': 'Light Modern',
    },
    themes: [
      { name: 'dark-modern', colorScheme: 'dark', shown: 'vs-dark' },
      { name: 'light-modern', colorScheme: 'light', shown: 'vs' },
    ],
  },
  {
    settings: {
      'workbench.preferredDarkColorTheme': 'Default High Contrast',
      'workbench.preferredLightColorTheme': 'Default High Contrast Light',
    },
    themes: [
      { name: 'hc-dark', colorScheme: 'dark', shown: 'hc-black' },
      { name: 'hc-light', colorScheme: 'light', shown: 'hc-light' },
    ],
  },
] as const;

describeWorkbench('the pictures of the tree', (walk) => {
  for (const { settings, themes } of pairs) {
    it(`are drawn in ${themes.map(({ name }) => name).join(' and ')}`, async () => {
      const traefik = await walk.closes(startTraefik());
      const workbench = await walk.open({ settings });
      await mkdir(folder, { recursive: true });
      await workbench.page.setViewportSize({ width: 700, height: 900 });
      await foldView(workbench, 'Search');
      await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: traefik.url });
      await unfold(workbench, 'edge', 'Problems', 'HTTP', 'Routers');
      await workbench.commandPalette('Notifications: Clear All Notifications');
      const draw = async (what: string): Promise<void> => {
        for (const [width, edge] of widths) {
          await widenSideBar(workbench, edge);
          await lookAway(workbench);
          for (const { name, colorScheme, shown } of themes) {
            await workbench.page.emulateMedia({ colorScheme });
            await workbench.page.locator(`.monaco-workbench.${shown}`).waitFor();
            const path = join(folder, `${what}-${name}-${width}.png`);
            await workbench.page.screenshot({ path, animations: 'disabled' });
          }
        }
      };
      await draw('tree');
      // Every other state, further down: warnings, partly down, up, not checked.
      await fold(workbench, 'Problems');
      await bring(workbench, 'shop-web@file');
      await unfold(workbench, 'shop-web@file');
      await bring(workbench, 'Services');
      await draw('states');
    });
  }
});
