/** Default rules, tried with Go 1.26, sprig 3.2.3, and Traefik's model of a container. `?` stands for what is not known. */
import assert from 'node:assert/strict';
import { defaultRuleOf } from '../../../../../src/core/config/labels/defaultRule';
import { unknownPart } from '../../../../../src/core/config/source/placedText';

const data = {
  name: 'web-shop',
  containerName: 'my_web',
  labels: new Map([
    ['host', 'a.test'],
    ['tier', 'public'],
    ['com.docker.compose.service', 'web'],
    ['part', unknownPart],
  ]),
  normalize: (text: string) => text.replaceAll(/[^a-z0-9]+/gi, '-'),
};

describe('defaultRule: a default rule', () => {
  for (const [template, rule] of [
    ['Host(`{{ normalize .Name }}`)', 'Host(`web-shop`)'],
    ['Host(`{{ .ContainerName | normalize }}.test`)', 'Host(`my-web.test`)'],
    [
      '{{ if index .Labels "host" }}Host(`{{ index .Labels "host" }}`){{ else }}Host(`{{ .Name }}`){{ end }}',
      'Host(`a.test`)',
    ],
    ['{{ if index .Labels "none" }}A{{ else }}Host(`{{ .Name }}`){{ end }}', 'Host(`web-shop`)'],
    [
      '{{ if eq (index .Labels "tier") "private" }}A{{ else if eq (index .Labels "tier") "public" }}B{{ else }}C{{ end }}',
      'B',
    ],
    ['{{ if ne .Name "web-shop" }}A{{ end }}', ''],
    ['{{ if and (index .Labels "host") (not (index .Labels "none")) }}A{{ else }}B{{ end }}', 'A'],
    ['{{ if or (hasPrefix "api" .Name) (contains "shop" .Name) }}A{{ else }}B{{ end }}', 'A'],
    ['{{ if false }}{{ .Toto }}{{ if true }}A{{ else }}B{{ end }}{{ else }}C{{ end }}D', 'CD'],
    ['Host(`{{- if index .Labels "none" -}} a {{- else -}} b {{- end -}}`)', 'Host(`b`)'],
    ['A {{- " " }} {{- .Name }}', 'A web-shop'],
    ['{{ $h := index .Labels "host" }}Host(`{{ $h }}`)', 'Host(`a.test`)'],
    ['Host(`{{ index .Labels "none" | default .Name }}`)', 'Host(`web-shop`)'],
    ['Host(`{{ coalesce (index .Labels "none") (index .Labels "host") }}`)', 'Host(`a.test`)'],
    ['Host(`{{ .Labels.tier }}{{ .Labels.none }}`)', 'Host(`public<no value>`)'],
    ['{{ if .Labels.none }}A{{ else }}B{{ end }}', 'B'],
    ['{{ $.Name }}', 'web-shop'],
    ['{{ .Toto }}', undefined],
    ['{{ if .Toto }}A{{ end }}', undefined],
    ['{{ if index .Labels "host" }}{{ .Toto }}{{ end }}', undefined],
    // Not known.
    ['Host(`{{ if index .Labels "part" }}a{{ else }}b{{ end }}.test`)', 'Host(`?.test`)'],
    ['A{{ if false }}B{{ else if index .Labels "part" }}C{{ else }}D{{ end }}E', 'A?E'],
    ['A{{ range $k, $v := .Labels }}{{ $k }}{{ if true }}B{{ end }}{{ end }}C', 'A?C'],
    ['A{{ env "X" }}', 'A?'],
    ['{{ if eq (index .Labels "part") "x" }}A{{ end }}', '?'],
    [`{{ ${'('.repeat(200)}.Name${')'.repeat(200)} }}`, '?'],
  ] as const) {
    it(`is made as Go makes it: ${template.slice(0, 100)}`, () => {
      assert.equal(defaultRuleOf(template, data)?.replaceAll(unknownPart, '?'), rule);
    });
  }

  it('has no container of a service of Nomad or Consul', () => {
    assert.equal(defaultRuleOf('{{ .ContainerName }}', { ...data, containerName: undefined }), undefined);
  });
});
