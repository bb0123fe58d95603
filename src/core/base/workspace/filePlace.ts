/** The file in a workspace folder that lists endpoints for a team. */
export const workspaceFilePath = '.vscode/proxy-scout.json';
