import { createState, useStateOf } from '../state/state.ts'

/** 3 from 1200 px, 2 from 992, 1 from 768, else 0 (rule.layout.class0 to class3, rule.const.breakpoints). */
export type ScreenClass = 0 | 1 | 2 | 3
export const screenClass = (width: number): ScreenClass => (width >= 1200 ? 3 : width >= 992 ? 2 : width >= 768 ? 1 : 0)

/** Size in px that screens of a fixed size are designed for (rule.layout.designsize). */
export const DESIGN = { width: 1920, height: 1080 } as const
const SMALLEST = 0.625
/**
 * Returns the scale of such screens in a window of this width: width / design width, between 0.625
 * and 1 (rule.layout.scale, rule.const.scalewidth).
 */
export const screenScale = (width: number): number => Math.min(1, Math.max(SMALLEST, width / DESIGN.width))

/** A new window size is used after this time without further changes, ms (rule.layout.debounce). */
const REST = 500

interface Screen {
  readonly size: ScreenClass
  readonly scale: number
}
const screen = createState<Screen>({ size: 3, scale: 1 })

/** The parts of the browser's window that are used here. */
export interface ScreenWindow {
  readonly innerWidth: number
  readonly document: { readonly documentElement: HTMLElement }
  readonly addEventListener: (type: 'resize', listener: () => void) => void
}

/** Follows the size of the window: sets the size class and the scale for components, and `data-screen` and `--ll-scale` on the page for styles. */
export const watchScreen = (window: ScreenWindow): void => {
  const measure = (): void => {
    const [size, scale] = [screenClass(window.innerWidth), screenScale(window.innerWidth)]
    const { documentElement: page } = window.document
    page.dataset.screen = String(size)
    page.style.setProperty('--ll-scale', String(scale))
    const { size: oldSize, scale: oldScale } = screen.get()
    if (size !== oldSize || scale !== oldScale) screen.set({ size, scale })
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  window.addEventListener('resize', () => {
    clearTimeout(timer)
    timer = setTimeout(measure, REST)
  })
  measure()
}

/** Returns the size class of the window. */
export const useScreenClass = (): ScreenClass => useStateOf(screen).size
/** Returns the scale of screens of a fixed size. */
export const useScreenScale = (): number => useStateOf(screen).scale
