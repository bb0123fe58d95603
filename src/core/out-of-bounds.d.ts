// The empty module `vscode` for the core. tsconfig.json maps the name to this file, so that even
// `import type … from 'vscode'` fails.
export {};
