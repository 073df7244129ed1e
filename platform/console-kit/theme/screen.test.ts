import { expect, test, vi } from 'vitest'
import { DESIGN, type ScreenWindow, screenClass, screenScale, watchScreen } from './screen.ts'

test('lay.size-classes: size classes change at 768, 992 and 1200 px (rule.layout.class0, rule.layout.class1, rule.layout.class2, rule.layout.class3, rule.const.breakpoints)', () => {
  expect([767, 768, 991, 992, 1199, 1200, 1920].map(screenClass)).toEqual([0, 1, 1, 2, 2, 3, 3])
})

test('rule.layout.designsize rule.layout.scale rule.const.scalewidth: the scale is the window width over the design width of 1920 px, limited to 0.625 to 1', () => {
  expect(DESIGN).toEqual({ width: 1920, height: 1080 })
  expect([360, 1200, 1280, 1440, 1920, 3840].map(screenScale)).toEqual([0.625, 0.625, 1280 / 1920, 0.75, 1, 1])
})

test('lay.scale rule.layout.debounce: the page has the class and the scale; a new size counts after 500 ms without a change', () => {
  vi.useFakeTimers()
  try {
    const variables = new Map<string, string>()
    const dataset: Record<string, string> = {}
    let resized = (): void => undefined
    const window = {
      innerWidth: 1440,
      document: { documentElement: { dataset, style: { setProperty: (name: string, value: string) => variables.set(name, value) } } },
      addEventListener: (_: 'resize', listener: () => void) => {
        resized = listener
      },
    }
    watchScreen(window as unknown as ScreenWindow)
    const shown = () => [dataset.screen, variables.get('--ll-scale')]
    expect(shown()).toEqual(['3', '0.75'])
    window.innerWidth = 800
    resized()
    vi.advanceTimersByTime(400)
    window.innerWidth = 1920
    resized()
    vi.advanceTimersByTime(499)
    expect(shown()).toEqual(['3', '0.75'])
    vi.advanceTimersByTime(1)
    expect(shown()).toEqual(['3', '1'])
    window.innerWidth = 800
    resized()
    vi.advanceTimersByTime(500)
    expect(shown()).toEqual(['1', '0.625'])
  } finally {
    vi.useRealTimers()
  }
})
