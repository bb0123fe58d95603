/**
 * @file Stands in for `@vscode/spdlog`, whose native part needs a compiler: VS Code's log files, and so the output
 * channels of extensions, are written through it. One file, never rotated: the host lives for a test run.
 */
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

async function createLogger(_name, file) {
  mkdirSync(dirname(file), { recursive: true });
  let level = levels.indexOf('info');
  let decorated = true;
  const at = (severity) => (message) => {
    if (severity < level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    appendFileSync(file, decorated ? `${time} [${levels[severity]}] ${message}\n` : message);
  };
  return {
    trace: at(0),
    debug: at(1),
    info: at(2),
    warn: at(3),
    error: at(4),
    critical: at(5),
    getLevel: () => level,
    setLevel(value) {
      level = value;
    },
    setPattern() {},
    clearFormatters() {
      decorated = false;
    },
    flush() {},
    drop() {},
  };
}

exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
