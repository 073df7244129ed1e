import { expect, test } from 'vitest'
import { pictureOf, randomCode } from './captcha-picture.ts'

test('a picture is pixels, drawn anew each time: equal codes give different pictures, and it contains no letter outlines', async () => {
  const pictures = await Promise.all(Array.from({ length: 20 }, () => pictureOf('AAAAA')))
  expect(new Set(pictures.map((png) => png.toString('base64'))).size).toBe(20)
  for (const png of pictures) {
    expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 130, 48])
    expect(png.toString('latin1')).not.toMatch(/<path|AAAAA/)
    // A picture of a single colour has only a few hundred bytes.
    expect(png.length).toBeGreaterThan(1500)
  }
})

test('codes have five characters that cannot be confused with each other', () => {
  const codes = Array.from({ length: 200 }, randomCode)
  for (const code of codes) expect(code).toMatch(/^[A-Z2-9]{5}$/)
  expect(codes.join('')).not.toMatch(/[O0QI1Z2S5BG]/)
  expect(new Set(codes).size).toBeGreaterThan(195)
})
