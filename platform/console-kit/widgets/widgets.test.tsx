import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { setLang } from '../i18n/lang.ts'
import { Container } from './container.tsx'
import { Empty } from './widgets.tsx'

test('lay.container rule.layout.container: a container is 400 px high with corners of 10 px by default, with an optional background and border', () => {
  const plain = renderToStaticMarkup(<Container>inside</Container>)
  expect(plain).toContain('height:400px')
  expect(plain).toContain('border-radius:10px')
  expect(plain).toContain('inside')
  expect(plain).not.toContain('data-block')
  const html = renderToStaticMarkup(
    <Container height={120} radius={0} background="#123456" block>
      inside
    </Container>,
  )
  expect(html).toContain('height:120px')
  expect(html).toContain('border-radius:0')
  expect(html).toContain('background:#123456')
  expect(html).toContain('data-block')
})

test('lay.empty rule.layout.empty: an empty place shows 暂无数据 (also in English) and the reason', () => {
  setLang('zh')
  expect(renderToStaticMarkup(<Empty text="没有符合条件的灯具" />)).toMatch(/暂无数据.*没有符合条件的灯具/)
  setLang('en')
  expect(renderToStaticMarkup(<Empty />)).toContain('No data')
  setLang('zh')
})
