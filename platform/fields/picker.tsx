import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { inputProps, PickerFrame, type PickerProps } from './picker-frame.tsx'
import type { Begun } from './picker-list.tsx'

type WithList = ComponentType<PickerProps & { readonly begun: Begun }>
let loaded: WithList | null = null
const load = async (): Promise<WithList> => {
  loaded ??= (await import('./picker-list.tsx')).PickerWithList
  return loaded
}

/** Time after which the list is loaded even if the user has not reached the picker, ms. */
const REST = 2000
const NOTHING: Begun = { text: '', focused: false, opened: false }

/**
 * Selects one or several values of a list: type to search, arrow keys to move, Enter to select, Esc closes only the list. The first screen does not
 * wait for the code of the list: until it is loaded, only the box is shown, and the list continues with what the user typed and pressed there.
 */
export const Picker = (props: PickerProps) => {
  const { chosen, onChange, onSearch, onBlur, disabled = false } = props
  const [List, setList] = useState(() => loaded)
  const [begun, setBegun] = useState(NOTHING)
  const input = useRef<HTMLInputElement>(null)
  const held = useRef(false)
  const waiting = useRef<WithList>(null)
  const show = (list: WithList | null): void => {
    waiting.current = list
    // At once: a press between the change of the state and that of the page would be lost.
    if (list && !held.current) flushSync(() => setList(() => list))
  }
  // The list replaces the input, which must not happen between the press and the release of a pointer, or while an input method composes.
  const hold = (): void => {
    held.current = true
  }
  const release = (): void => {
    held.current = false
    show(waiting.current)
  }
  // After a failure the next visit of the picker loads again.
  const begin = (): void => void load().then(show, () => undefined)
  useEffect(() => {
    const timer = setTimeout(begin, REST)
    return () => clearTimeout(timer)
  }, [])
  if (List) return <List {...props} begun={begun} />

  const open = (): void => setBegun((before) => ({ ...before, opened: !disabled }))
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Backspace' && begun.text === '' && chosen.length > 0) onChange(chosen.slice(0, -1))
    if (!/^(Enter|ArrowDown|ArrowUp)$/.test(event.key)) return
    event.preventDefault()
    open()
  }
  return (
    <PickerFrame picker={props} typed={begun.text} input={input}>
      <input
        ref={input}
        {...inputProps(props)}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={false}
        spellCheck={false}
        disabled={disabled}
        value={begun.text}
        onPointerEnter={begin}
        onFocus={() => {
          setBegun((before) => ({ ...before, focused: true }))
          begin()
        }}
        onBlur={() => {
          setBegun(NOTHING)
          if (begun.text !== '') onSearch?.('')
          onBlur?.()
        }}
        onPointerDown={({ currentTarget, pointerId }) => {
          currentTarget.setPointerCapture(pointerId)
          hold()
        }}
        // The click comes after the release.
        onLostPointerCapture={() => setTimeout(release)}
        onCompositionStart={hold}
        onCompositionEnd={release}
        onClick={open}
        onKeyDown={press}
        onChange={({ target }) => {
          setBegun({ text: target.value, focused: true, opened: true })
          onSearch?.(target.value)
        }}
      />
    </PickerFrame>
  )
}
