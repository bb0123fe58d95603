/** The user settings of a VS Code that tests run in: nothing opens, asks or calls out by itself. */
export const calmSettings: Readonly<Record<string, unknown>>;
