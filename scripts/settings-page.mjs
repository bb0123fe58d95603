/**
 * @file docs/settings.md: the settings that package.json contributes, with the texts that VS Code shows of them. `npm run l10n`
 * writes the page, and `settingsPage.test.ts` checks that it is up to date. Types: settings-page.d.mts.
 */

const introduction = `# Settings

For everyone who wants to change how Proxy Scout works: all of its settings, with the descriptions from the Settings editor of VS Code. A workspace or a folder can change settings with the scope *resource*, but not those with the scope *application*.

<!-- \`npm run l10n\` writes this page from package.json and package.nls.json. -->
`;

/**
 * The whole text of the page: one table for each group of settings, without those that are only read on.
 *
 * @throws {Error} if a text of the manifest is not in package.nls.json
 */
export function settingsPage(manifest, texts) {
  const resolved = (text) => {
    const [, key] = /^%(.+)%$/.exec(text) ?? [];
    if (key === undefined) return text;
    if (!Object.hasOwn(texts, key)) throw new Error(`package.nls.json has no text for ${key}.`);
    return texts[key];
  };
  const groups = manifest.contributes.configuration
    .toSorted(byOrder)
    .map(({ title, properties }) => [`\n## ${resolved(title)}\n`, ...table(properties, resolved)].join('\n'));
  return [introduction, ...groups].join('');
}

function table(properties, resolved) {
  const rows = Object.entries(properties)
    .filter(([, { deprecationMessage }]) => deprecationMessage === undefined)
    .toSorted(([, one], [, other]) => byOrder(one, other))
    .map(([name, setting]) => [
      `\`${name}\``,
      typeOf(setting),
      `\`${JSON.stringify(setting.default)}\``,
      setting.scope,
      [resolved(setting.markdownDescription), ...valuesOf(setting, resolved)].join('<br>'),
    ]);
  const head = ['Setting', 'Type', 'Default', 'Scope', 'Description'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).concat('');
}

function byOrder(one, other) {
  return one.order - other.order;
}

/** A value whose meaning is described is listed in the description instead. */
function typeOf({ type, minimum, maximum, enum: values, enumDescriptions }) {
  if (minimum !== undefined && maximum !== undefined) return `${type}, ${minimum} to ${maximum}`;
  return values === undefined || enumDescriptions !== undefined ? type : `${type}: ${values.join(', ')}`;
}

function valuesOf({ enum: values = [], enumDescriptions = [] }, resolved) {
  return enumDescriptions.map((description, at) => `\`${values[at]}\`: ${resolved(description)}`);
}

/** A line break or a bar would end the cell. */
function cell(text) {
  return text.replace(/\s*\n\s*/g, '<br>').replaceAll('|', '\\|');
}
