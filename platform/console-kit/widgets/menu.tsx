import { type ReactNode, Suspense } from 'react'
import { MenuPanel } from './load-overlays.ts'
import type { MenuEntry } from './menu-entry.ts'
import { useTrigger } from './use-trigger.ts'
import './popover.css'

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
