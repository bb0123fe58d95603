/** @file The builds of `npm run watch` and `npm run test:watch`. */
import esbuild from 'esbuild';

/**
 * Builds bundles on every change. .vscode/tasks.json and `npm run test:watch` wait for `[watch] build started` followed by
 * `[watch] build finished` or `[watch] build failed`: one pair for all bundles that are built at the same time.
 */
export async function watch(bundles) {
  let running = bundles.length;
  const broken = new Set();
  console.log('[watch] build started');
  const lines = () => {
    let isFirst = true;
    return {
      name: 'watch-lines',
      setup(build) {
        build.onStart(() => {
          if (isFirst) return;
          if (running === 0) console.log('[watch] build started');
          running += 1;
        });
        build.onEnd(({ errors }) => {
          isFirst = false;
          running -= 1;
          if (errors.length > 0) broken.add(build);
          else broken.delete(build);
          if (running === 0) console.log(`[watch] build ${broken.size === 0 ? 'finished' : 'failed'}`);
        });
      },
    };
  };
  for (const bundle of bundles) {
    await (await esbuild.context({ ...bundle, plugins: [...(bundle.plugins ?? []), lines()] })).watch();
  }
}
