/**
 * @file Mocha's reporter for every suite: prints as `spec` does, and writes the totals, each failure in a line, and the ten
 * slowest tests to the file that `PROXY_SCOUT_TOTALS` names. Inside VS Code, whose console belongs to the workbench, what it
 * prints goes to the file `PROXY_SCOUT_REPORT` instead.
 */
const { appendFileSync, writeFileSync } = require('node:fs');
const { format } = require('node:util');
const { reporters } = require('mocha');

const { PROXY_SCOUT_REPORT: report, PROXY_SCOUT_TOTALS: totals } = process.env;
if (report !== undefined) {
  reporters.Base.consoleLog = (...values) => appendFileSync(report, `${format(...values)}\n`);
}

module.exports = class extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const failed = [];
    const durations = [];
    const took = (runnable) => durations.push({ title: runnable.fullTitle(), ms: runnable.duration ?? 0 });
    runner.on('pass', took).on('hook end', took);
    runner.on('fail', (test, error) => {
      // Several lines: the first one of a comparison does not say what differs.
      const message = String(error?.message ?? error)
        .trim()
        .split(/\s*\n\s*/)
        .join(' ⏎ ');
      failed.push(`${test.fullTitle()}: ${message.slice(0, 600)}`);
    });
    runner.once('end', () => {
      const { passes, failures, pending } = runner.stats;
      if (totals !== undefined) {
        const slowest = durations.sort((a, b) => b.ms - a.ms).slice(0, 10);
        const all = { passed: passes, failed: failures, pending, failures: failed, slowest };
        writeFileSync(totals, JSON.stringify(all));
      }
    });
  }
};
