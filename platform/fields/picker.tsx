import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { matching, type PickOption, picked, SHOWN, step } from './picker-model.ts'
import { useFieldHost } from './view-type.ts'

interface Given {
  readonly id: string
  readonly label: string
  readonly options: readonly PickOption[]
  readonly chosen: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
  readonly multiple?: boolean
  readonly loading?: boolean
  /** Given when typing asks elsewhere; otherwise typing filters the options. */
  readonly onSearch?: (text: string) => void
  readonly onOpen?: (open: boolean) => void
  readonly onBlur?: () => void
  /** Words of chosen ones that are not among the options. */
  readonly labels?: ReadonlyMap<string, string>
  readonly invalid?: boolean
  readonly disabled?: boolean
  readonly describedBy?: string
  readonly placeholder?: string
}
const WORDS = {
  zh: { none: '没有匹配的选项', loading: '加载中…', clear: '清除', more: '还有更多，请输入以缩小范围' },
  en: { none: 'Nothing matches', loading: 'Loading…', clear: 'Clear', more: 'There are more; type to narrow down' },
}

/** Puts the list under (or above) its box, or what frames it, over everything else. */
const place = (box: HTMLElement, list: HTMLElement): void => {
  const at = (box.closest<HTMLElement>('[data-frame]') ?? box).getBoundingClientRect()
  const below = window.innerHeight - at.bottom
  const height = Math.min(list.scrollHeight + 2, 320, Math.max(below, at.top) - 12)
  list.style.minWidth = `${at.width}px`
  list.style.maxHeight = `${height}px`
  list.style.left = `${Math.max(8, Math.min(at.left, window.innerWidth - list.offsetWidth - 8))}px`
  list.style.top = below >= height + 8 || below >= at.top ? `${at.bottom + 4}px` : `${at.top - height - 4}px`
}

/** Chooses one or several of a list: type to find, arrows to move, Enter to choose, Esc to close. */
export const Picker = (given: Given) => {
  const { id, label, chosen, onChange, multiple = false, onSearch, onOpen, labels } = given
  const words = WORDS[useFieldHost().lang]
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const found = useMemo(() => (onSearch ? given.options : matching(given.options, text)), [given.options, onSearch, text])
  const shown = found.slice(0, SHOWN)
  const wordOf = (one: string): string => given.options.find((option) => option.id === one)?.label ?? labels?.get(one) ?? one

  const show = (on: boolean): void => {
    if (given.disabled || on === open) return
    setOpen(on)
    onOpen?.(on)
    setActive(-1)
    if (!on) search('')
  }
  const search = (next: string): void => {
    setText(next)
    onSearch?.(next)
    setActive(next ? 0 : -1)
  }
  const pick = (one: string): void => {
    onChange(picked(chosen, one, multiple))
    if (!multiple) show(false)
    input.current?.focus()
  }

  useLayoutEffect(() => {
    const [outer, inner] = [box.current, list.current]
    if (!outer || !inner || !open) return
    inner.showPopover()
    const follow = (): void => place(outer, inner)
    follow()
    window.addEventListener('scroll', follow, true)
    window.addEventListener('resize', follow)
    return () => {
      window.removeEventListener('scroll', follow, true)
      window.removeEventListener('resize', follow)
      if (inner.matches(':popover-open')) inner.hidePopover()
    }
  }, [open])
  useLayoutEffect(() => {
    if (open && shown.length >= 0 && box.current && list.current) place(box.current, list.current)
  }, [open, shown.length])
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (open) setActive(step(active, key === 'ArrowDown' ? 1 : -1, shown.length))
      else show(true)
    } else if (key === 'Enter') {
      event.preventDefault()
      const one = shown[active]
      if (open && one) pick(one.id)
      else show(true)
    } else if (key === 'Escape' && open) {
      event.stopPropagation()
      show(false)
    } else if (key === 'Backspace' && text === '' && chosen.length > 0) onChange(chosen.slice(0, -1))
    else if (key === 'Tab') show(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the box only widens the input's own click
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the input
    <div
      ref={box}
      className="ll-f-pick"
      data-invalid={given.invalid || undefined}
      data-disabled={given.disabled || undefined}
      onClick={() => input.current?.focus()}
    >
      {text === '' && chosen.length > 0 && <span className="ll-f-pick-value">{chosen.map(wordOf).join('、')}</span>}
      <input
        ref={input}
        id={id}
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown[active] ? `${listId}-${active}` : undefined}
        aria-invalid={given.invalid || undefined}
        aria-describedby={given.describedBy}
        autoComplete="off"
        disabled={given.disabled}
        placeholder={chosen.length === 0 ? given.placeholder : undefined}
        value={text}
        onChange={(event) => {
          show(true)
          search(event.target.value)
        }}
        onClick={() => show(true)}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          if (list.current?.contains(event.relatedTarget)) return
          show(false)
          given.onBlur?.()
        }}
      />
      {chosen.length > 0 && !given.disabled && (
        <button
          type="button"
          className="ll-f-pick-clear"
          aria-label={`${words.clear} ${label}`}
          aria-keyshortcuts="Backspace"
          tabIndex={-1}
          onClick={() => onChange([])}
        >
          ×
        </button>
      )}
      <span className="ll-f-pick-arrow" aria-hidden />
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        popover="manual"
        className="ll-f-pick-list"
        tabIndex={-1}
      >
        {open &&
          shown.map((option, at) => (
            <div
              key={option.id}
              id={`${listId}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={chosen.includes(option.id)}
              data-active={at === active || undefined}
              className="ll-f-pick-option"
              style={option.depth ? { paddingInlineStart: `${12 + option.depth * 16}px` } : undefined}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setActive(at)}
              onClick={(event) => {
                event.stopPropagation()
                pick(option.id)
              }}
              onKeyDown={onKeyDown}
            >
              {multiple && <span className="ll-f-pick-box" aria-hidden />}
              {option.mark}
              {option.label}
            </div>
          ))}
        {open && found.length > SHOWN && <p className="ll-f-pick-note">{words.more}</p>}
        {open && shown.length === 0 && <p className="ll-f-pick-note">{given.loading ? words.loading : words.none}</p>}
      </div>
    </div>
  )
}
