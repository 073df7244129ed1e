import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Inner width of an element, px; `start` until it is measured. */
export const useWidth = <E extends HTMLElement>(start: number): readonly [RefObject<E | null>, number] => {
  const box = useRef<E>(null)
  const [width, setWidth] = useState(start)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = (): void => setWidth((old) => element.clientWidth || old)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [box, width]
}
