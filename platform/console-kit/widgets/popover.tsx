import { type ReactNode, Suspense } from 'react'
import { PopoverPanel } from './load-overlays.ts'
import { useTrigger } from './use-trigger.ts'
import './popover.css'

interface Props {
  /** What the button shows. */
  readonly trigger: ReactNode
  readonly label: string
  /** The trigger's own text names it; `label` is only its hint. */
  readonly named?: boolean
  readonly children: (close: () => void) => ReactNode
  readonly align?: 'start' | 'end'
  /** Where the panel opens: below the button, or at its side (flyouts of the side menu). */
  readonly side?: 'below' | 'beside'
  readonly className?: string
  readonly panelClass?: string
}

/** A button and the panel it opens, above everything; Esc and a press elsewhere close it. The panel's content exists while it is open. */
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
