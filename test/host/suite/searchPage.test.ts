import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { setTranslation } from '../../../src/l10n/language';
import { parseTranslation } from '../../../src/protocol/translation';
import { loadPage } from '../../../src/vscode/search/pageHtml';

/** What a webview is given to load. The addresses are VS Code's to choose: here, ones that can be told apart. */
function loaded(): string {
  const webview = {
    options: {},
    html: '',
    cspSource: 'https://resources.example.test',
    asWebviewUri: ({ path }: vscode.Uri) => vscode.Uri.parse(`https://resources.example.test${path}`),
  };
  loadPage(webview as unknown as vscode.Webview, vscode.Uri.file('/extension'));
  return webview.html;
}

/** The sources of each directive of the page's policy. */
function policyOf(html: string): ReadonlyMap<string, readonly string[]> {
  const [, content] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html) ?? [];
  assert.ok(content !== undefined, html);
  return new Map(
    content.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}

const nonceOf = (html: string): string => /<script nonce="([^"]+)"/.exec(html)?.[1] ?? '';

describe('searchPage: the policy of the search page', () => {
  it('allows what the page is made of and nothing else', () => {
    const html = loaded();
    const nonce = `'nonce-${nonceOf(html)}'`;
    const allowed = ["'none'", 'https://resources.example.test', nonce];
    const policy = policyOf(html);
    for (const [name, sources] of policy) {
      assert.ok(sources.length > 0, name);
      for (const source of sources) assert.ok(allowed.includes(source), `${name} ${source}`);
    }
    // The others fall back to default-src; base-uri and form-action do not.
    for (const name of ['default-src', 'base-uri', 'form-action']) assert.deepEqual(policy.get(name), ["'none'"], name);
    assert.deepEqual(policy.get('script-src'), [nonce]);
    assert.deepEqual(
      [...policy.keys()].filter((name) => name.startsWith('script-src-')),
      [],
    );
  });

  it('stands before everything that it is about', () => {
    const html = loaded();
    const policy = html.indexOf('Content-Security-Policy');
    for (const loading of ['<script', '<link', 'https://resources.example.test/']) {
      assert.ok(html.indexOf(loading) > policy, loading);
    }
  });

  it('lets one script run, by a nonce that nobody can guess', () => {
    const pages = Array.from({ length: 50 }, loaded);
    assert.equal(new Set(pages.map(nonceOf)).size, 50);
    for (const page of pages) {
      assert.ok(Buffer.from(nonceOf(page), 'base64').length >= 16, nonceOf(page));
      assert.equal(page.replace('<script type="application/json"', '').match(/<script/g)?.length, 1);
      assert.match(
        page,
        /<script nonce="[^"]+" src="https:\/\/resources\.example\.test\/extension\/dist\/search\.js">/,
      );
      assert.doesNotMatch(page, /\son\w+=|javascript:|<style|\sstyle=/i);
    }
  });

  it('stays as it is with a translation that would end the element it stands in', () => {
    const contents = { Search: '</script><script>alert(1)</script><!--' };
    setTranslation({ language: 'de', contents });
    try {
      const html = loaded();
      assert.doesNotMatch(html, /<\/script><script>|<!--/);
      assert.match(html, /<html lang="de">/);
      const [, json = ''] = /<script type="application\/json" id="translation">(.*)<\/script>/.exec(html) ?? [];
      assert.deepEqual(parseTranslation(json), { language: 'de', contents });
    } finally {
      setTranslation(undefined);
    }
  });
});
