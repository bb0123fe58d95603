/** What Go's templates say of each text below, tried with Go 1.26 and Masterminds/sprig 3.2.3, the data being `false`. */
import assert from 'node:assert/strict';
import { maskTemplates } from '../../../../../src/core/config/file/templates';

/** What is told of a file with nothing but a template, or with one behind others. */
function told(text: string): string {
  return maskTemplates({ path: 'a.yml', text })
    .faults.map(({ about }) => about)
    .join('\n');
}

const unreadable: Readonly<Record<string, string>> = {
  '{{ env \\"X\\" }}': '\\',
  "{{ env 'HOST' }}": "'HOST'",
  '{{ env("X") }}': 'env(',
  '{{ if env "A" && env "B" }}{{ end }}': '&',
  '{{ env "A" == "b" }}': '=',
  '{{ env "A", "B" }}': ',',
  '{{ 1 + 2 }}': '+',
  '{{ "a" | "b" }}': '"b"',
  '{{ }}': '{{}}',
  '{{ if }}{{ end }}': '{{}}',
  '{{ else }}': '{{else}}',
  '{{ if true }}{{ else }}{{ else }}{{ end }}': '{{else}}',
  '{{ define "x" }}{{ else }}{{ end }}': '{{else}}',
  '{{ env "X }}': '"',
};

const failing: Readonly<Record<string, RegExp>> = {
  '{{ index (split "a,b" ",") 5 }}': /index out of range: 5/,
  '{{ index (splitList "," "a,b") 2 | upper }}': /index out of range: 2/,
  '{{ $x := index (list 1 2) -1 }}': /index out of range: -1/,
  '{{ if index . 0 }}{{ end }}': /can't index item of type bool/,
  '{{ range . }}{{ end }}': /can't iterate/,
  '{{ range $i, $e := . }}{{ end }}': /can't iterate/,
  '{{ fail "x" }}': /error calling fail: x/,
  '{{ env }}': /wrong number of args for env: want 1 got 0/,
  '{{ env "A" "b" }}': /want 1 got 2/,
  '{{ "a" | env "b" }}': /want 1 got 2/,
  '{{ default env "X" }}': /wrong number of args for env/,
  '{{ split "a" }}': /want 2 got 1/,
  '{{ round 1 }}': /want at least 2 got 1/,
  '{{ template "x" . }}': /template "x" not defined/,
  '{{ "a" "b" }}': /non-function/,
  '{{ .Name }}': /no data/,
  '{{ $.Name }}': /no data/,
  '{{ $x }}': /no variable “\$x”/,
  '{{ if true }}{{ $y := 1 }}{{ end }}{{ $y }}': /no variable “\$y”/,
  '{{ $x := 1 }}{{ define "t" }}{{ $x }}{{ end }}': /no variable “\$x”/,
};

/** Legal, or not known from the text alone. */
const quiet = [
  '{{ env "X" }}',
  '{{ index (split (env "X") ",") 5 }}',
  '{{ index (split "a,b" ",") 1 }}',
  '{{ . }}',
  '{{ env "X" | }}',
  '{{ if env "X" }}{{ fail "X" }}{{ index . 0 }}{{ .Name }}{{ end }}',
  '{{ if false }}{{ else if .Name }}{{ end }}',
  '{{ or true .Name }}',
  '{{ or true (index (list 1) 5) | upper }}',
  '{{ (dict "a" 1).a }}',
  '{{ $d := dict "Name" 1 }}{{ $d.Name }}',
  '{{ with dict "A" 1 }}{{ .A }}{{ $.B }}{{ end }}',
  '{{ range $i, $e := list 1 2 }}{{ $i }}{{ $e }}{{ else }}{{ $i }}{{ end }}',
  '{{ if $y := env "A" }}{{ $y }}{{ else }}{{ $y }}{{ end }}',
  '{{ define "x" }}{{ .A }}{{ $.B }}{{ end }}{{ template "x" (dict "A" 1) }}',
  '{{ block "x" . }}{{ end }}{{ template "x" }}',
  '{{ if(eq 1 1) }}{{ end }}',
  '{{ push (list 1) 2 }}',
  '{{- env `X` -}}',
  "{{ print 'a' }}",
];

describe('templateChecks: templates that Traefik runs', () => {
  for (const [text, sign] of Object.entries(unreadable)) {
    it(`are told where Go cannot read them: ${text}`, () => {
      assert.match(told(text), /cannot read|does not end|knows no function/);
      assert.ok(told(text).includes(`cannot read “${sign}” in it`), told(text));
    });
  }
  for (const [text, words] of Object.entries(failing)) {
    it(`are told where they certainly fail: ${text}`, () => assert.match(told(text), words));
  }
  for (const text of quiet) it(`are not judged otherwise: ${text}`, () => assert.equal(told(text), ''));

  it('are judged one by one', () => {
    assert.equal(told('{{ env }}\n{{ env "X" }}\n{{ x }}\n{{ $y }}').split('\n').length, 3);
  });
});
