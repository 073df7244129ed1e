import { expect, test } from 'vitest'
import { embedders } from './embed.ts'

test('only complete origins may embed the console in a frame', () => {
  expect(embedders('https://city.example http://10.0.0.8:8080')).toBe('https://city.example http://10.0.0.8:8080')
  expect(embedders("*; script-src * 'unsafe-inline' https://a.example/path javascript:x")).toBe('')
  expect(embedders('')).toBe('')
})
