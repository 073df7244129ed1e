import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Block, blocksOf } from './block.tsx'
import { branchesOf, moveOf, pressed, rowsOf, type TickState, type TreeNode, ticksOf, typedTo } from './tree-model.ts'
import { type Dragging, useDrag } from './use-drag.ts'
import './tree.css'

export interface TreeProps<N extends TreeNode> {
  /** Accessible name. */
  readonly label: string
  readonly nodes: readonly N[]
  /** Expanded keys; without them the tree keeps its own. */
  readonly open?: readonly string[]
  readonly onOpen?: (open: readonly string[]) => void
  /** True: everything is expanded at first. */
  readonly startsOpen?: boolean
  /** Content of a row; by default the title. */
  readonly render?: (node: N) => ReactNode
  /** The chosen key, and what a click or Enter does. */
  readonly chosen?: string | null
  readonly onChoose?: (key: string) => void
  /** Ticked keys: only leaves, with `alone` any node. */
  readonly ticked?: readonly string[]
  readonly onTick?: (ticked: readonly string[]) => void
  /** True: a tick concerns only its own node, not those below it. */
  readonly alone?: boolean
  readonly disabled?: boolean
  readonly drag?: Dragging<N>
}

/** Time after which typed letters begin anew, ms. */
const LETTERS_MS = 700

interface RowProps {
  readonly id: string
  readonly level: number
  readonly at: number
  readonly of: number
  readonly isOpen: boolean | undefined
  readonly isChosen: boolean | undefined
  readonly tick: TickState | undefined
  readonly disabled: boolean
  readonly isStop: boolean
  readonly draggable: boolean
  readonly drop: string | undefined
  readonly content: ReactNode
  readonly onPress: (event: MouseEvent<HTMLElement>) => void
}

const Row = memo(({ id, level, at, of, isOpen, isChosen, tick, disabled, isStop, draggable, drop, content, onPress }: RowProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of its rows
  <div
    role="treeitem"
    className="ll-tree__row"
    data-key={id}
    data-drop={drop}
    style={{ '--level': level } as object}
    aria-level={level}
    aria-posinset={at}
    aria-setsize={of}
    aria-expanded={isOpen}
    aria-selected={isChosen}
    aria-checked={tick}
    aria-disabled={disabled || undefined}
    tabIndex={isStop ? 0 : -1}
    draggable={draggable || undefined}
    onClick={onPress}
  >
    <span className="ll-tree__fold" data-fold={isOpen === undefined ? undefined : ''} aria-hidden />
    {tick && <span className="ll-tree__box" aria-hidden />}
    <span className="ll-tree__title">{content}</span>
  </div>
))

/**
 * A tree by the pattern of WAI-ARIA: one tab stop; arrow keys, Home, End and first letters move; right and left expand and collapse, `*` expands
 * the siblings; Space and Enter tick or choose. Rows far outside the window are not rendered.
 */
export const TreeView = <N extends TreeNode>(props: TreeProps<N>): ReactNode => {
  const { label, nodes, render, chosen, onChoose, ticked, onTick, alone = false, disabled = false, drag } = props
  const [own, setOwn] = useState<readonly string[]>(() => (props.startsOpen ? branchesOf(nodes) : []))
  const keys = props.open ?? own
  const open = useMemo(() => new Set(keys), [keys])
  const rows = useMemo(() => rowsOf(nodes, open), [nodes, open])
  const indexOf = useMemo(() => new Map(rows.map((row, index) => [row.node.key, index])), [rows])
  const had = useMemo(() => new Set(ticked), [ticked])
  const ticks = useMemo(() => (ticked && !alone ? ticksOf(nodes, had) : null), [nodes, had, ticked, alone])
  const [active, setActive] = useState<string | null>(null)
  const stop = [active, chosen ?? null].find((key) => key !== null && indexOf.has(key)) ?? rows[0]?.node.key
  const root = useRef<HTMLDivElement>(null)
  const wanted = useRef(false)
  const letters = useRef({ typed: '', at: 0 })

  useLayoutEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    root.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  })
  const focus = (key: string): void => {
    wanted.current = true
    setActive(key)
  }
  const setOpen = (next: readonly string[]): void => {
    setOwn(next)
    props.onOpen?.(next)
  }
  const fold = (key: string): void => setOpen(open.has(key) ? keys.filter((one) => one !== key) : [...keys, key])
  const act = (key: string): void => {
    const node = rows[indexOf.get(key) ?? -1]?.node
    if (!node || disabled) return
    if (ticked) onTick?.(pressed(node, ticked, alone))
    else onChoose?.(key)
  }
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const key = (event.target as HTMLElement).dataset.key
    const index = key === undefined ? undefined : indexOf.get(key)
    if (key === undefined || index === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      act(key)
      return
    }
    const move = moveOf(rows, index, event.key)
    const isLetter = event.key.length === 1 && event.key !== '*'
    if (move && 'to' in move) focus(move.to)
    else if (move && 'open' in move) setOpen([...new Set([...keys, ...move.open])])
    else if (move) fold(move.close)
    else if (isLetter) {
      const { typed, at } = letters.current
      letters.current = { typed: event.timeStamp - at < LETTERS_MS ? typed + event.key : event.key, at: event.timeStamp }
      const found = typedTo(rows, index, letters.current.typed)
      if (found !== null) focus(found)
    }
    if (move || isLetter || /^(Arrow|Home|End)/.test(event.key)) event.preventDefault()
  }
  const dragging = useDrag({ drag, rows, indexOf, onWait: (key) => setOpen([...keys, key]) })
  // Rows are compared by their properties, so the handler stays the same function.
  const latest = useRef((_: string, __: boolean): void => undefined)
  latest.current = (key, onFold) => {
    focus(key)
    if (onFold) fold(key)
    else act(key)
  }
  const [onPress] = useState(() => ({ currentTarget, target }: MouseEvent<HTMLElement>): void => {
    latest.current(currentTarget.dataset.key ?? '', (target as HTMLElement).hasAttribute('data-fold'))
  })

  return (
    <div
      ref={root}
      role="tree"
      className="ll-tree"
      aria-label={label}
      aria-multiselectable={ticked ? true : undefined}
      onKeyDown={press}
      onFocus={({ target }) => target.dataset.key !== undefined && setActive(target.dataset.key)}
      {...dragging.handlers}
    >
      {blocksOf(rows).map((block) => (
        <Block key={block.from} size={block.rows.length} isWhole={block.isOnly} holds={block.rows.some(({ node }) => node.key === stop)}>
          {() =>
            block.rows.map(({ node, level, at, of, isBranch, isOpen }) => (
              <Row
                key={node.key}
                id={node.key}
                level={level}
                at={at}
                of={of}
                isOpen={isBranch ? isOpen : undefined}
                isChosen={onChoose && !ticked ? node.key === chosen : undefined}
                tick={ticked && (ticks ? ticks.get(node.key) : had.has(node.key) ? 'true' : 'false')}
                disabled={disabled}
                isStop={node.key === stop}
                draggable={drag !== undefined}
                drop={dragging.dropOf(node.key)}
                content={render ? render(node) : node.title}
                onPress={onPress}
              />
            ))
          }
        </Block>
      ))}
    </div>
  )
}
