// What `vscode` means here: nothing. tsconfig.json maps the name to this file, so that even `import type … from 'vscode'` fails.
export {};
