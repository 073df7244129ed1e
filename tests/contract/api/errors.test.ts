import { errors } from '@lamplight/server-kit'
import { expect, test } from 'vitest'
import { slices } from '../../../apps/server/slices.ts'

const refusals = [
  ...Object.entries(errors.catalogue).map(([code, refusal]) => ({ slice: 'kit', code, refusal })),
  ...slices.flatMap((slice) => Object.entries(slice.errors ?? {}).map(([code, refusal]) => ({ slice: slice.domain.name, code, refusal }))),
]
const holes = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()

test('rule.err.server: each refusal for users is declared in both languages with the same placeholders', () => {
  expect(refusals.length).toBeGreaterThan(50)
  for (const { slice, code, refusal } of refusals) {
    const [zh, en] = refusal.text
    const name = `${slice}.${code}`
    // A text that consists only of placeholders is the same in both languages.
    if ([zh, en].every((text) => text.replace(/\{\w+\}|\W/g, '') === '')) continue
    expect(zh, name).toMatch(/\p{Script=Han}/u)
    expect(en, name).not.toMatch(/\p{Script=Han}/u)
    expect(en.trim().length, name).toBeGreaterThan(3)
    expect(holes(en), name).toEqual(holes(zh))
    expect(refusal.status, name).toBeGreaterThanOrEqual(400)
  }
})
