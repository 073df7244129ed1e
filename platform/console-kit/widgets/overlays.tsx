import { Dialog } from '@base-ui/react/dialog'
import { Menu } from '@base-ui/react/menu'
import { Popover } from '@base-ui/react/popover'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Icon } from './icon.tsx'
import { useLayer } from './layers.ts'
import type { MenuEntry } from './menu-entry.ts'

/** Distance between a button and its panel, and between a panel and the edge of the window, px. */
const GAP = 4
const marked = (popup: RefObject<HTMLDivElement | null>) => popup.current?.querySelector<HTMLElement>('[data-autofocus]')

interface Closing {
  readonly reason: string
  readonly event: Event
  readonly cancel: () => void
}
/**
 * Returns a handler that closes the overlay unless another one is above it. A press on the button that
 * opened it is ignored here: the button closes it.
 */
const useClosing = (onClose: () => void, anchor?: RefObject<HTMLElement | null>) => {
  const mayClose = useLayer()
  return (next: boolean, details: Closing): void => {
    if (next) return
    const { event } = details
    const goesTo = details.reason === 'focus-out' ? (event as FocusEvent).relatedTarget : event.target
    const onAnchor = /^(outside-press|focus-out)$/.test(details.reason) && anchor?.current?.contains(goesTo as Node | null)
    if (onAnchor || !mayClose(event)) details.cancel()
    else onClose()
  }
}

export interface ModalProps {
  readonly className: string
  readonly children: ReactNode
  readonly onClose: () => void
  /** Accessible name; without it, the `ModalTitle` inside is used. */
  readonly label?: string
  /** Neither Esc nor a press outside closes it. */
  readonly firm?: boolean
}

/** A modal layer: the focus stays inside and returns at the end; the page behind cannot be reached. Open while it is rendered. */
export const Modal = ({ className, children, onClose, label, firm = false }: ModalProps): ReactNode => {
  const popup = useRef<HTMLDivElement>(null)
  const close = useClosing(onClose)
  return (
    <Dialog.Root open disablePointerDismissal={firm} onOpenChange={(next, details) => (firm ? details.cancel() : close(next, details))}>
      <Dialog.Portal>
        <Dialog.Backdrop forceRender className="ll-veil" />
        <Dialog.Popup ref={popup} className={className} aria-label={label} initialFocus={() => marked(popup) ?? true}>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
export const ModalTitle = Dialog.Title

export interface AnchoredProps {
  readonly anchor: RefObject<HTMLElement | null>
  readonly label: string
  readonly align: 'start' | 'end'
  readonly side: 'bottom' | 'right'
  readonly className?: string
  readonly onClose: () => void
}
const placing = ({ anchor, align, side }: AnchoredProps) => ({ anchor, align, side, sideOffset: GAP, collisionPadding: GAP })

/** The panel of a button: the focus moves in and returns, Tab leaves it. Open while it is rendered. */
export const PopoverPanel = ({ children, ...props }: AnchoredProps & { readonly children: ReactNode }): ReactNode => {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Popover.Root open onOpenChange={useClosing(props.onClose, props.anchor)}>
      <Popover.Portal>
        <Popover.Positioner {...placing(props)} className="ll-layer">
          <Popover.Popup
            ref={popup}
            className={`ll-popover ${props.className ?? ''}`}
            aria-label={props.label}
            initialFocus={() => marked(popup) ?? true}
            finalFocus={props.anchor}
          >
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

const Words = ({ icon, label, note }: Pick<MenuEntry, 'icon' | 'label' | 'note'>): ReactNode => (
  <>
    {icon && <Icon name={icon} size={16} />}
    <span className="ll-menu__label">{label}</span>
    {note && <span className="ll-menu__note">{note}</span>}
  </>
)

/** The entries of a menu: arrow keys and first letters move, Enter runs, Esc closes. Open while it is rendered. */
export const MenuPanel = ({ entries, ...props }: AnchoredProps & { readonly entries: readonly MenuEntry[] }): ReactNode => {
  const run = (entry: MenuEntry): void => {
    props.onClose()
    // An entry may open a dialog, which returns the focus to the button, because the menu is gone by then.
    props.anchor.current?.focus()
    entry.run()
  }
  const entered = useRef(false)
  const look = ({ danger }: MenuEntry): string => `ll-menu__item${danger ? ' ll-menu__item--danger' : ''}`
  return (
    <Menu.Root open modal={false} onOpenChange={useClosing(props.onClose, props.anchor)}>
      <Menu.Portal>
        <Menu.Positioner {...placing(props)} className="ll-layer">
          <Menu.Popup
            className="ll-popover ll-menu"
            aria-label={props.label}
            finalFocus={props.anchor}
            // The library focuses the menu itself; this moves the focus to the first entry, once.
            onFocus={({ target, currentTarget }) => {
              if (target !== currentTarget || entered.current) return
              entered.current = true
              currentTarget.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus()
            }}
          >
            <Menu.RadioGroup className="ll-menu__group" value={entries.find((entry) => entry.checked)?.key ?? null}>
              {entries.map((entry) =>
                entry.checked === undefined ? (
                  <Menu.Item
                    key={entry.key}
                    className={look(entry)}
                    disabled={entry.disabled}
                    closeOnClick={false}
                    onClick={() => run(entry)}
                  >
                    <Words {...entry} />
                  </Menu.Item>
                ) : (
                  <Menu.RadioItem
                    key={entry.key}
                    value={entry.key}
                    className={look(entry)}
                    disabled={entry.disabled}
                    closeOnClick={false}
                    onClick={() => run(entry)}
                  >
                    <span className="ll-menu__check">{entry.checked && <Icon name="check" size={16} />}</span>
                    <Words label={entry.label} note={entry.note} />
                  </Menu.RadioItem>
                ),
              )}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
