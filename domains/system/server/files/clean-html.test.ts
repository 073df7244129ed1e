import { expect, test } from 'vitest'
import { cleanHtml } from './clean-html.ts'

test('markup that could run code or load external content is removed, text stays', async () => {
  for (const [html, left] of [
    ['<p>停电 <strong>今晚</strong></p>', '<p>停电 <strong>今晚</strong></p>'],
    ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
    ['<p onclick="x()" style="position:fixed" class="ll-dialog">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', '<a rel="noopener noreferrer" target="_blank">a</a>'],
    ['<a href="https://example.com">a</a>', '<a href="https://example.com" rel="noopener noreferrer" target="_blank">a</a>'],
    ['<img src="https://elsewhere.example/t.gif"><p>a</p>', '<p>a</p>'],
    ['<img src="/api/blade-resource/oss/file/1?sign=x" onerror="x()">', '<img src="/api/blade-resource/oss/file/1?sign=x" />'],
    ['<svg><a xlink:href="javascript:x()">a</a></svg><iframe src="//x"></iframe>', '<a rel="noopener noreferrer" target="_blank">a</a>'],
    ['<img src="/api/blade-resource/oss/file/../../../blade-auth/oauth/logout?a=1"><p>a</p>', '<p>a</p>'],
    ['<img src="/api/blade-resource/oss/file/%2e%2e/oauth/logout?a=1"><p>a</p>', '<p>a</p>'],
    ['<img src="/api/blade-resource/oss/file/1/../../x?sign=x"><p>a</p>', '<p>a</p>'],
    ['<a href="/api/blade-auth/oauth/logout">a</a>', '<a rel="noopener noreferrer" target="_blank">a</a>'],
    ['<a href="../oauth/logout">a</a>', '<a rel="noopener noreferrer" target="_blank">a</a>'],
    ['<img src="https://lights.example/api/blade-resource/oss/file/1?sign=x">', '<img src="/api/blade-resource/oss/file/1?sign=x" />'],
    ['<a href="tel:110">a</a>', '<a href="tel:110" rel="noopener noreferrer" target="_blank">a</a>'],
    [
      '<a href="/api/blade-resource/oss/file/1?sign=x-_">a</a>',
      '<a href="/api/blade-resource/oss/file/1?sign=x-_" rel="noopener noreferrer" target="_blank">a</a>',
    ],
  ] as const)
    expect(await cleanHtml(html)).toBe(left)
})
