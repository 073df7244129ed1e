import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { setLang } from '../i18n/lang.ts'
import { Container } from './container.tsx'
import { Empty } from './widgets.tsx'

test('lay.container rule.layout.container: a container is 400 px high with corners of 10 px unless told otherwise; it may have a background and a line of its own', () => {
  const plain = renderToStaticMarkup(<Container>inside</Container>)
  expect(plain).toContain('height:400px')
  expect(plain).toContain('border-radius:10px')
  expect(plain).toContain('inside')
  expect(plain).not.toContain('data-block')
  const told = renderToStaticMarkup(
    <Container height={120} radius={0} background="#123456" block>
      inside
    </Container>,
  )
  expect(told).toContain('height:120px')
  expect(told).toContain('border-radius:0')
  expect(told).toContain('background:#123456')
  expect(told).toContain('data-block')
})

test('lay.empty rule.layout.empty: an empty place says 暂无数据, in English as well, and why', () => {
  setLang('zh')
  expect(renderToStaticMarkup(<Empty text="没有符合条件的灯具" />)).toMatch(/暂无数据.*没有符合条件的灯具/)
  setLang('en')
  expect(renderToStaticMarkup(<Empty />)).toContain('No data')
  setLang('zh')
})
