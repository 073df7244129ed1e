import type { KeyboardEvent, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { Popover } from './popover.tsx'

export interface MenuEntry {
  readonly key: string
  readonly label: ReactNode
  readonly icon?: string
  /** Set for a choice among several. */
  readonly checked?: boolean
  readonly danger?: boolean
  readonly disabled?: boolean
  /** Said after the label, quietly. */
  readonly note?: ReactNode
  readonly run: () => void
}

const ITEMS = '[role="menuitem"]:not(:disabled), [role="menuitemradio"]:not(:disabled)'

const move = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = Number.isFinite(step) ? (at + step + items.length) % items.length : step < 0 ? 0 : items.length - 1
  items[next]?.focus()
}

/** The entries of a menu; arrows move, Enter runs. */
export const MenuList = ({ entries, close, label }: { entries: readonly MenuEntry[]; close: () => void; label: string }): ReactNode => (
  <div role="menu" tabIndex={-1} aria-label={label} className="ll-menu" onKeyDown={move}>
    {entries.map(({ key, label: words, icon, checked, danger, disabled, note, run }) => (
      <button
        key={key}
        type="button"
        {...(checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': checked })}
        disabled={disabled}
        className={`ll-menu__item${danger ? ' ll-menu__item--danger' : ''}`}
        onClick={() => {
          close()
          run()
        }}
      >
        {checked === undefined ? (
          icon && <Icon name={icon} size={16} />
        ) : (
          <span className="ll-menu__check">{checked && <Icon name="check" size={16} />}</span>
        )}
        <span className="ll-menu__label">{words}</span>
        {note && <span className="ll-menu__note">{note}</span>}
      </button>
    ))}
  </div>
)

/** A button with a menu. */
export const DropMenu = ({
  trigger,
  label,
  entries,
  align,
  className,
  named = false,
}: {
  trigger: ReactNode
  label: string
  entries: readonly MenuEntry[]
  align?: 'start' | 'end'
  className?: string
  /** The trigger's own text names it. */
  named?: boolean
}): ReactNode => (
  <Popover trigger={trigger} label={label} named={named} haspopup="menu" {...(align && { align })} {...(className && { className })}>
    {(close) => <MenuList entries={entries} close={close} label={label} />}
  </Popover>
)
