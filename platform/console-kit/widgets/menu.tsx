import { type ReactNode, Suspense } from 'react'
import { MenuPanel } from './load-overlays.ts'
import { useTrigger } from './use-trigger.ts'
import './popover.css'

export interface MenuEntry {
  readonly key: string
  readonly label: ReactNode
  readonly icon?: string
  /** Set if the entry is one of several choices. */
  readonly checked?: boolean
  readonly danger?: boolean
  readonly disabled?: boolean
  /** Shown after the label in a weaker colour. */
  readonly note?: ReactNode
  readonly run: () => void
}

/** A button with a menu. */
export const DropMenu = ({
  trigger,
  label,
  entries,
  align = 'start',
  className,
  named = false,
}: {
  trigger: ReactNode
  label: string
  entries: readonly MenuEntry[]
  align?: 'start' | 'end'
  className?: string
  /** The text of the trigger is its accessible name; `label` is only its tooltip. */
  named?: boolean
}): ReactNode => {
  const { anchor, open, close, button } = useTrigger('menu', true)
  return (
    <>
      <button {...button} className={className} aria-label={named ? undefined : label} title={label}>
        {trigger}
      </button>
      {open && (
        <Suspense>
          <MenuPanel anchor={anchor} label={label} align={align} side="bottom" entries={entries} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
