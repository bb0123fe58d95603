import assert from 'node:assert/strict';
import {
  escapeForDescription,
  escapeForHover,
  escapeForLabel,
  escapeForNotification,
} from '../../../../src/vscode/shared/sanitize';
import { hostileTexts } from '../../../servers/traefik/hostile';

/** As VS Code finds links in a notification (src/vs/base/common/linkedText.ts). */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;
/** As VS Code finds icons in a label (src/vs/base/browser/ui/iconLabel/iconLabels.ts). */
const icon = /(\\)?\$\([a-z-]+(?:~[a-z]+)?\)/i;

/** What the Markdown of one line may become a link or an image by, HTML being escaped (marked, with its GFM rules). */
const markdownLink = /\][([]|:\/\/|www\.|[\w.+-]@[\w-]+\.\w/i;

describe('sanitize: text that is not ours', () => {
  it('would be links and icons if it were not made inert', () => {
    assert.match('[run](command:evil)', link);
    assert.match('$(alert)', icon);
  });

  for (const text of hostileTexts('http://127.0.0.1:1')) {
    it(`is one line without a link or an icon: ${JSON.stringify(text).slice(0, 60)}`, () => {
      assert.doesNotMatch(escapeForNotification(text), link);
      for (const inert of [escapeForNotification(text), escapeForLabel(text)]) {
        assert.doesNotMatch(inert, /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
        assert.ok([...inert].length <= 400);
      }
      assert.doesNotMatch(escapeForLabel(text), icon);
      assert.doesNotMatch(escapeForDescription(`HTTP router · ${text}`), icon);
      assert.doesNotMatch(escapeForDescription(`HTTP router · ${text}`), markdownLink);
    });
  }

  it('is no link in a description, whatever a link is written as', () => {
    for (const text of ['[a](b)', '![a][b]', 'https://a.test', 'WWW.a.test', 'a@b.test', '<ftp://a.test>']) {
      assert.match(text, markdownLink);
      assert.doesNotMatch(escapeForDescription(text), markdownLink);
      assert.equal(escapeForDescription(text).replaceAll('\u200b', ''), text);
    }
  });

  it('is no address that a hover makes a link of, and names of objects stay what they are', () => {
    for (const text of ['https://a.test', 'WWW.a.test', 'a@b.test', '<ftp://a.test>']) {
      assert.doesNotMatch(escapeForHover(text), markdownLink);
    }
    assert.equal(escapeForHover('web@docker: Host(`a.test`)'), 'web@docker: Host(`a.test`)');
  });

  it('is left as it is where there is nothing to fear', () => {
    assert.equal(escapeForLabel('edge (staging) [eu] $5'), 'edge (staging) [eu] $5');
    assert.equal(escapeForNotification('x'.repeat(300)), `${'x'.repeat(199)}…`);
  });
});
