import { useEffect, useState } from 'react'

/** 3 from 1200 px, 2 from 992, 1 from 768, else 0 (rule.layout.class0 to class3, rule.const.breakpoints). */
export type ScreenClass = 0 | 1 | 2 | 3
export const screenClass = (width: number): ScreenClass => (width >= 1200 ? 3 : width >= 992 ? 2 : width >= 768 ? 1 : 0)

/** ms of rest after which a new size counts (rule.layout.debounce). */
const REST = 500

/** The size class of the window. */
export const useScreenClass = (): ScreenClass => {
  const [size, setSize] = useState(() => screenClass(window.innerWidth))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const measure = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => setSize(screenClass(window.innerWidth)), REST)
    }
    window.addEventListener('resize', measure)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('resize', measure)
    }
  }, [])
  return size
}
