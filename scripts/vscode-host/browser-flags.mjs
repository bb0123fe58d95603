/** @file How Chromium is started for the workbench, by the launcher and by the UI tests. */

/** For root in a container, without a graphics card, and without a way to any other machine. */
export const browserFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  '--no-first-run',
  '--no-sandbox',
];
