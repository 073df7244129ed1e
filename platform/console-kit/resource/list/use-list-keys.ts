import { type RefObject, useEffect, useRef } from 'react'
import { hasLayer } from '../../widgets/layers.ts'
import { type FocusPlace, type Intent, intentOf } from '../keys.ts'

const placeOf = (target: EventTarget | null, scroll: HTMLElement | null): FocusPlace => {
  if (!(target instanceof HTMLElement) || target === scroll) return 'list'
  if (target.isContentEditable || target.matches('input:not([type=checkbox]):not([type=radio]),textarea,select,[role=combobox]'))
    return 'text'
  return target.matches('button,a,input,summary,[role=option]') ? 'control' : 'list'
}

/** Handles the list's keys while its page is active and no dialog is open. */
export const useListKeys = (active: boolean, scroll: RefObject<HTMLElement | null>, onIntent: (intent: Intent) => boolean): void => {
  const latest = useRef(onIntent)
  useEffect(() => {
    latest.current = onIntent
  })
  useEffect(() => {
    if (!active) return
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || hasLayer()) return
      const intent = intentOf(event, placeOf(event.target, scroll.current))
      if (intent && latest.current(intent)) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [active, scroll])
}
