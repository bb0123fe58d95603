/**
 * @file Stands in for `native-watchdog`, whose native part needs a compiler: it ends the extension host when its parent
 * is gone. Here the whole process group is ended (see server.mjs).
 */
exports.start = () => {};
exports.exit = (code) => process.exit(code);
