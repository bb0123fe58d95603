import type * as vscode from 'vscode';

/** The documents that may declare objects for Traefik. TOML and HCL are languages of other extensions. */
export const configDocuments: vscode.DocumentSelector = [
  { language: 'yaml' },
  { language: 'dockercompose' },
  { language: 'toml' },
  { pattern: '**/*.{toml,hcl,nomad}' },
];
