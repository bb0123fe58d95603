/** How Chromium is started for the workbench, by the launcher and by the UI tests. */
export const browserFlags: readonly string[];
