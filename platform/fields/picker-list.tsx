import { Combobox } from '@base-ui/react/combobox'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { inputProps, PickerFrame, type PickerProps, useWordOf } from './picker-frame.tsx'
import { matching, SHOWN } from './picker-model.ts'
import { useFieldHost } from './view-type.ts'

const WORDS = {
  zh: { none: '没有匹配的选项', loading: '加载中…', more: '还有更多，请输入以缩小范围' },
  en: { none: 'No match', loading: 'Loading…', more: 'More options exist: type to narrow the list' },
}
/**
 * Reasons of changes that this input ignores. The library clears the selection when the typed text is deleted; here the input contains only the
 * typed text, and the selection is shown beside it.
 */
const NOT_CHOSEN = /^(input-clear|escape-key|none)$/

/** What the user did before this code was loaded. */
export interface Begun {
  readonly text: string
  readonly focused: boolean
  readonly opened: boolean
}

/** The picker with its list: type to search, arrow keys to move, Enter to select, Esc closes only the list. */
export const PickerWithList = ({ begun, ...props }: PickerProps & { readonly begun: Begun }) => {
  const { label, options, chosen, onChange, multiple = false, onSearch, onOpen } = props
  const words = WORDS[useFieldHost().lang]
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const [text, setText] = useState(begun.text)
  const byId = useMemo(() => new Map(options.map((option) => [option.id, option])), [options])
  const found = useMemo(() => (onSearch ? options : matching(options, text)), [options, onSearch, text])
  const shown = useMemo(() => found.slice(0, SHOWN).map((option) => option.id), [found])
  const wordOf = useWordOf(props)
  const none = chosen.length === 0

  const show = (on: boolean): void => {
    if (props.disabled || on === open) return
    setOpen(on)
    onOpen?.(on)
    if (!on) search('')
  }
  const search = (next: string): void => {
    setText(next)
    onSearch?.(next)
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Backspace' && text === '' && !none) onChange(chosen.slice(0, -1))
    if (event.key !== 'Enter') return
    // Enter opens the list or selects the marked option; it does not submit the surrounding form.
    event.preventDefault()
    if (!open) show(true)
  }
  const resume = useEffectEvent(() => {
    if (begun.focused) input.current?.focus()
    if (begun.opened) show(true)
  })
  useEffect(() => resume(), [])

  return (
    <Combobox.Root<string, boolean>
      items={shown}
      filteredItems={shown}
      filter={null}
      autoHighlight
      multiple={multiple}
      value={(multiple ? [...chosen] : (chosen[0] ?? null)) as string}
      itemToStringLabel={wordOf}
      inputValue={text}
      open={open}
      disabled={props.disabled ?? false}
      onOpenChange={show}
      onInputValueChange={(next, details) => {
        if (details.reason === 'input-change') search(next)
        else if (details.reason === 'escape-key') details.allowPropagation()
      }}
      onValueChange={(value, details) => {
        if (NOT_CHOSEN.test(details.reason)) {
          details.cancel()
          details.allowPropagation()
        } else onChange(([value].flat() as (string | null)[]).filter((one) => one !== null))
      }}
    >
      <PickerFrame picker={props} typed={text} box={box} input={input}>
        <Combobox.Input ref={input} {...inputProps(props)} onKeyDown={press} />
      </PickerFrame>
      <Combobox.Portal>
        <Combobox.Positioner
          className="ll-layer"
          anchor={() => box.current?.closest('[data-frame]') ?? box.current}
          align="start"
          sideOffset={4}
          collisionPadding={8}
        >
          <Combobox.Popup className="ll-f-pick-list">
            <Combobox.List aria-label={label}>
              {shown.map((one) => {
                const option = byId.get(one)
                return (
                  <Combobox.Item
                    key={one}
                    value={one}
                    className="ll-f-pick-option"
                    style={option?.depth ? { paddingInlineStart: `${12 + option.depth * 16}px` } : undefined}
                  >
                    {multiple && <span className="ll-f-pick-box" aria-hidden />}
                    {option?.mark}
                    {option?.label}
                  </Combobox.Item>
                )
              })}
            </Combobox.List>
            {found.length > SHOWN && <p className="ll-f-pick-note">{words.more}</p>}
            {shown.length === 0 && <p className="ll-f-pick-note">{props.loading ? words.loading : words.none}</p>}
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
