import { afterEach, describe, expect, it, vi } from 'vitest'
import { recallView, rememberView } from '../view-memory.ts'
import { modeOf, rectanglePath } from './draw-tool.ts'
import { insideRing } from './lasso.ts'

describe('drawing', () => {
  it('adds with shift, subtracts with alt', () => {
    expect(modeOf({ shiftKey: false, altKey: false })).toBe('replace')
    expect(modeOf({ shiftKey: true, altKey: false })).toBe('add')
    expect(modeOf({ shiftKey: false, altKey: true })).toBe('subtract')
  })

  it('gives the same rectangle for either direction of dragging', () => {
    for (const ring of [rectanglePath(10, 10, 50, 30), rectanglePath(50, 30, 10, 10), rectanglePath(10, 30, 50, 10)]) {
      expect([insideRing(ring, 30, 20), insideRing(ring, 5, 20), insideRing(ring, 30, 40)]).toEqual([true, false, false])
    }
  })
})

describe('the stored view', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is restored by its key if it is a valid view', () => {
    const kept = new Map<string, string>([['ll-map:broken', '{"lng":"116"}']])
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    })
    rememberView('city', { lng: 118.33, lat: 35.05, zoom: 15 })
    expect(recallView('city')).toEqual({ lng: 118.33, lat: 35.05, zoom: 15 })
    expect([recallView('other'), recallView('broken')]).toEqual([undefined, undefined])
  })

  it('is not stored where storage is blocked', () => {
    const shut = (): never => {
      throw new Error('SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: shut, setItem: shut })
    rememberView('city', { lng: 1, lat: 2, zoom: 3 })
    expect(recallView('city')).toBeUndefined()
  })
})
