/** @file How Chromium is started for the workbench, by the launcher and by the UI tests. */

/** For root in a container, without a graphics card, and without calls of the browser's own. */
export const browserFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  '--no-sandbox',
];
