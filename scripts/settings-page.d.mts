export interface Setting {
  readonly type: string;
  readonly default: unknown;
  readonly scope: string;
  /** The text, or its key in package.nls.json between percent signs. */
  readonly markdownDescription: string;
  readonly order: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly (string | number)[];
  /** As many as `enum` has. */
  readonly enumDescriptions?: readonly string[];
  /** A setting that has another name now, or none. */
  readonly deprecationMessage?: string;
}

/** What the page takes from package.json. */
export interface SettingsManifest {
  readonly contributes: {
    readonly configuration: readonly {
      readonly title: string;
      readonly order: number;
      readonly properties: Readonly<Record<string, Setting>>;
    }[];
  };
}

export function settingsPage(manifest: SettingsManifest, texts: Readonly<Record<string, string>>): string;
