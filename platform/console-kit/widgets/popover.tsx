import { type ReactNode, Suspense } from 'react'
import { PopoverPanel } from './load-overlays.ts'
import { useTrigger } from './use-trigger.ts'
import './popover.css'

interface Props {
  /** Content of the button. */
  readonly trigger: ReactNode
  readonly label: string
  /** The text of the trigger is its accessible name; `label` is only its tooltip. */
  readonly named?: boolean
  readonly children: (close: () => void) => ReactNode
  readonly align?: 'start' | 'end'
  /** Position of the panel: below the button, or beside it (flyouts of the side menu). */
  readonly side?: 'below' | 'beside'
  readonly className?: string
  readonly panelClass?: string
}

/**
 * A button and the panel it opens, above all other content. Esc and a press elsewhere close it. The content exists only while the panel is open.
 */
export const Popover = ({
  trigger,
  label,
  children,
  align = 'start',
  side = 'below',
  className = '',
  panelClass = '',
  named = false,
}: Props): ReactNode => {
  const { anchor, open, close, button } = useTrigger('dialog')
  return (
    <>
      <button {...button} className={className} aria-label={named ? undefined : label} title={label}>
        {trigger}
      </button>
      {open && (
        <Suspense>
          <PopoverPanel
            anchor={anchor}
            label={label}
            align={align}
            side={side === 'beside' ? 'right' : 'bottom'}
            className={panelClass}
            onClose={close}
          >
            {children(close)}
          </PopoverPanel>
        </Suspense>
      )}
    </>
  )
}
