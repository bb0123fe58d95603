import { type CountingInputs, dynamicFile } from '../input';

const inRoot = { head: 'http:\n' };

/** Files of the file provider that are templates of Go, and such as only look like it. */
export const templateInputs: CountingInputs = {
  templates: (size) => dynamicFile(size, (at) => `    r${at}: {rule: {{ x }}}\n`),
  templateEnds: (size) => dynamicFile(size, () => '{{if a}}', inRoot),
  templateComments: (size) => dynamicFile(size, () => '{{/* ', inRoot),
  templateQuotes: (size) => dynamicFile(size, () => '{{ "', inRoot),
  templateWords: (size) => dynamicFile(size, () => '{{ a b ', inRoot),
  /** Actions that never end, and ends of none. */
  templateOpen: (size) => dynamicFile(size, () => '{{', inRoot),
  templateClose: (size) => dynamicFile(size, () => '}}\n', inRoot),
  /** Ifs in ifs, each with an end, up to some depth and without a limit. */
  templateNested: (size) =>
    dynamicFile(
      size,
      (at) => `${'{{ if a }}'.repeat(50)}\n    r${at}: {rule: a, service: s}\n${'{{ end }}'.repeat(50)}\n`,
    ),
  templateNestedAll: (size) => dynamicFile(size, (at) => (at < size / 22 ? '{{ if a }}' : '{{ end }}'), inRoot),
  templateElse: (size) => dynamicFile(size, (at) => `{{ else if b${at} }}\n`, { head: 'http:\n{{ if a }}\n' }),
  templateRanges: (size) =>
    dynamicFile(
      size,
      (at) =>
        `{{ range $i, $e := until ${at} }}\n    r{{ $i }}${at}: {rule: "Host(\`{{ $e }}\`)", service: s}\n{{ end }}\n`,
    ),
  templateVariables: (size) =>
    dynamicFile(size, (at) => `{{ $v${at} := $v${at - 1} }}{{ $v${at} = $unknown${at} }}\n`, inRoot),
  templatePipes: (size) => dynamicFile(size, () => ' | a', { head: 'http: {a: {{ b', tail: ' }}}\n' }),
  templateParens: (size) => dynamicFile(size, () => '(', { head: 'http: {a: {{ ', tail: ' }}}\n' }),
  templateParensClosed: (size) => dynamicFile(size, (at) => `    r${at}: {{ ${'('.repeat(80)}a${')'.repeat(80)} }}\n`),
  /** Functions that nobody has, each under its own name. */
  templateFunctions: (size) => dynamicFile(size, (at) => `    r${at}: {rule: "{{ unknownFunction${at} "a" }}"}\n`),
  templateRaw: (size) => dynamicFile(size, () => '{{ `', inRoot),
  templateRawClosed: (size) => dynamicFile(size, (at) => `    r${at}: {rule: {{ \`}} {{ a\n\` }}}\n`),
  templateTrims: (size) => dynamicFile(size, () => '{{- a -}}   \n   ', inRoot),
  templateDefines: (size) =>
    dynamicFile(size, (at) => `{{ define "t${at}" }}a{{ template "t${at - 1}" . }}{{ end }}\n`, inRoot),
  templateCommentsClosed: (size) => dynamicFile(size, (at) => `{{/* a ${at} */}}\n{{- /* b */ -}}\n`, inRoot),
  /** Keys and parts of keys. */
  templateKeys: (size) => dynamicFile(size, (at) => `    {{ a }}${at}{{ b }}: {rule: a{{ c }}b, service: "{{ d }}"}\n`),
  /** Names with something unknown in them, and names that may be each of them. */
  templateNames: (size) =>
    dynamicFile(
      size,
      (at) => `    r{{ a }}${at}: {rule: a, service: "s{{ b }}${at}", middlewares: ["{{ c }}${at}m"]}\n`,
    ),
  /** Escapes in quotes that do not end. */
  templateEscapes: (size) => dynamicFile(size, () => '\\"', { head: 'http: {a: {{ "' }),
  /** Statements of Jinja, which fill a file in before Traefik reads it. */
  templateJinja: (size) => dynamicFile(size, (at) => `{% for a in b${at} %}\n    r{{ a }}: {rulee: a}\n{% endfor %}\n`),
  /** A chart of Helm. */
  templateHelm: (size) => ({
    ...dynamicFile(
      size,
      (at) =>
        `---\napiVersion: traefik.io/v1alpha1\nkind: IngressRoute\nmetadata: {name: {{ .Release.Name }}-${at}}\nspec:\n  routes:\n{{- range .Values.hosts }}\n  - {match: "Host(\`{{ . }}\`)", kind: Rule, services: [{name: s, port: {{ .port }}}]}\n{{- end }}\n`,
      { head: '' },
    ),
    path: 'templates/route.yaml',
  }),
};
