/** The file in a workspace folder that lists endpoints for a team. */
export const WORKSPACE_FILE = '.vscode/proxy-scout.json';
