/** What serve.mjs says when the workbench can be opened. */
export interface Serving {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Goes into the address, once: VS Code's server turns it into a cookie. */
  readonly token: string;
  /** What is removed when the host ends, such as its `user-data`. */
  readonly folder: string;
  /** The version of VS Code, such as `1.139.1`. */
  readonly vscode: string;
  /** The version of Node under which its extension host runs. */
  readonly node: string;
}

export interface HostOptions {
  /** Default: `current`. */
  readonly version?: 'floor' | 'current';
  /** Whether `workbenchAddress` may name extensions and tests. VS Code shows no notification toasts then. */
  readonly driver?: boolean;
  /** Packages to install before the start. */
  readonly vsix?: readonly string[];
  /** Folders of extensions to have installed. They are linked, not copied. */
  readonly extensions?: readonly string[];
  /** Names of the built-in extensions to have. Default: all. */
  readonly builtIn?: readonly string[];
  readonly userDataDir?: string;
  readonly extensionsDir?: string;
}

export interface Host extends Serving {
  /** Settles when the host has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Ends the host and removes what it wrote. */
  stop(): Promise<void>;
}

/**
 * Starts the npm-hosted VS Code. It ends with `stop()`, and with this process.
 *
 * @param program the path of serve.mjs
 */
export function startHost(program: string, options: HostOptions): Promise<Host>;

/** The workbench's address: with a folder or workspace file and, with `driver`, extensions and a test suite. */
export function workbenchAddress(
  serving: Pick<Serving, 'origin' | 'token'>,
  window: {
    readonly workspace?: string | undefined;
    readonly extensionPaths?: readonly string[];
    readonly testsPath?: string;
  },
): string;
