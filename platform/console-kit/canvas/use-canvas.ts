import { type Box, ITEMS_MOST, type Item, type Stage } from '@lamplight/kit/canvas'
import { type RefObject, useRef, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { notify } from '../notify/notify.ts'
import { navigate } from '../router/location.ts'
import { useUnsaved } from '../tabs/use-tab.ts'
import { useAskDiscard } from '../widgets/use-leave.ts'
import { useUndoKeys } from '../widgets/use-undo-keys.ts'
import { C } from './canvas.messages.ts'
import { copies, firstFree, type Grip, moved, nextId, ordered, placed, resized } from './items.ts'
import { useHistory } from './use-history.ts'

interface Content<T extends Item> {
  readonly items: readonly T[]
}
export interface CanvasOptions<T extends Item, C extends Content<T>> {
  /** Editors of this name exchange copied items. */
  readonly name: string
  readonly stored: C
  /** Id and version of the loaded content. When it changes, the loaded content replaces the edited one. */
  readonly version: string
  readonly stageOf: (content: C) => Stage
  /** Stores the content; fails if the server refuses it. */
  readonly store: (content: C) => Promise<unknown>
  /** Reads the stored content again. */
  readonly reload: () => Promise<unknown>
  readonly nameOf: (item: T) => string
  /** True: typed places, and moves with Ctrl, need not lie on the grid. */
  readonly fine?: boolean
  /** True: each item exists once and has a fixed size: it is moved and removed, but not copied. */
  readonly fixed?: boolean
  /** A copied item as this canvas can show it; null: it cannot. */
  readonly fit?: (item: T) => T | null
  /** Ids of items that are marked as faulty. */
  readonly faultyOf?: (items: readonly T[]) => readonly string[]
}
export type NewItem<T extends Item> = Omit<T, 'id' | 'x' | 'y'> & { readonly id?: string }

/** Copied items by the name of their editors, until the page is loaded again. */
const copied = new Map<string, readonly Item[]>()
export const SIDES = ['x', 'y', 'w', 'h'] as const
/** Smallest step for the place of an added item, px. */
const PLACE_STEP = 20

/** State of a canvas editor: the content with undo and redo, the selected items, changes of items, and saving. */
export const useCanvas = <T extends Item, C extends Content<T>>(options: CanvasOptions<T, C>) => {
  const { name, store, reload, nameOf, fine = false, fixed = false, fit, faultyOf } = options
  const t = useT()
  const { value: content, change: changeTo, keep, ...history } = useHistory(options.stored, options.version)
  const [chosen, select] = useState<readonly string[]>([])
  const [ghost, setGhost] = useState<Box | null>(null)
  const [hasCopy, setHasCopy] = useState(copied.has(name))
  const [saving, setSaving] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  /** Id of an added item that takes the focus when it is drawn. */
  const focusNext = useRef<string | null>(null)
  useUnsaved(history.changed)
  useUndoKeys(history)
  const ask = useAskDiscard()

  const { items } = content
  const stage = options.stageOf(content)
  const selected = items.filter(({ id }) => chosen.includes(id))
  const ids = selected.map(({ id }) => id)
  const change = (of: (before: readonly T[]) => readonly T[], subject?: string): void =>
    changeTo((before) => {
      const after = of(before.items)
      return after === before.items ? before : { ...before, items: after }
    }, subject)
  const grid = (exact: boolean): Stage => (fine && exact ? { ...stage, step: 1 } : stage)
  const append = (made: readonly T[]): void => {
    if (items.length + made.length > ITEMS_MOST) return void notify.warning(t(C.most, { n: ITEMS_MOST }))
    focusNext.current = made[0]?.id ?? null
    change((before) => [...before, ...made])
    select(made.map(({ id }) => id))
  }
  const copy = (): void => {
    if (selected.length === 0 || fixed) return
    copied.set(name, selected)
    setHasCopy(true)
  }
  const remove = (): void => {
    change((before) => before.filter(({ id }) => !ids.includes(id)))
    select([])
    root.current?.focus({ preventScroll: true })
  }
  return {
    stage,
    content,
    items,
    /** The selected item, if it is the only one. */
    item: selected.length === 1 ? selected[0] : undefined,
    ids,
    faulty: faultyOf?.(items) ?? [],
    history,
    saving,
    fine,
    fixed,
    root: root as RefObject<HTMLDivElement | null>,
    focusNext: focusNext as RefObject<string | null>,
    ghost,
    setGhost,
    nameOf,
    select,
    /** Place of a new item whose centre is at this point of the canvas. */
    placeAt: ({ w, h }: { w: number; h: number }, { x, y }: { x: number; y: number }): Box =>
      placed(stage, { x: x - w / 2, y: y - h / 2, w, h }),
    /** Adds an item at a place, or at the first free one. */
    add: (made: NewItem<T>, at?: { readonly x: number; readonly y: number }): void => {
      const free = at ?? firstFree({ ...stage, step: Math.max(stage.step, PLACE_STEP) }, items, made)
      if (!free && fixed) return void notify.error(C.noRoom)
      append([placed(stage, { id: nextId(items), ...made, x: free?.x ?? 0, y: free?.y ?? 0 } as unknown as T)])
    },
    /** Changes properties of the selected item. A typed place or size is kept inside the canvas. */
    set: (next: Partial<T>): void => {
      const isPlaced = SIDES.some((side) => side in next)
      const changed = (one: T): T => (isPlaced ? placed(grid(true), { ...one, ...next }) : { ...one, ...next })
      change((before) => before.map((one) => (ids.includes(one.id) ? changed(one) : one)), `set ${ids} ${Object.keys(next)}`)
    },
    setContent: (next: Partial<C>): void => changeTo((before) => ({ ...before, ...next }), `content ${Object.keys(next)}`),
    move: (dx: number, dy: number, exact = false, subject = ''): void =>
      change((before) => moved(grid(exact), before, ids, dx, dy), subject),
    resize: (grip: Grip, dx: number, dy: number, exact = false, subject = ''): void =>
      change((before) => resized(grid(exact), before, ids, grip, dx, dy), subject),
    /** The items as they are after a drag of these pixels. */
    dragged: (grip: Grip | null, dx: number, dy: number, exact: boolean): readonly T[] =>
      grip ? resized(grid(exact), items, ids, grip, dx, dy) : moved(grid(exact), items, ids, dx, dy),
    remove,
    copy,
    cut: (): void => {
      copy()
      remove()
    },
    canPaste: hasCopy,
    paste: (): void => {
      const sources = (copied.get(name) ?? []) as readonly T[]
      const fitting = sources.flatMap((one) => (fit ? (fit(one) ?? []) : one))
      if (fitting.length < sources.length) notify.warning(t(C.unfit, { n: sources.length - fitting.length }))
      if (fitting.length > 0)
        append(
          copies(
            stage,
            items,
            fitting.map((one) => placed(grid(true), one)),
          ),
        )
    },
    duplicate: (): void => {
      if (ids.length > 0 && !fixed) append(copies(stage, items, selected))
    },
    order: (to: 'front' | 'back'): void => change((before) => ordered(before, ids, to)),
    /** Stores the content. Returns false if the server refused it: the changes then stay in the editor. */
    save: async (): Promise<boolean> => {
      setSaving(true)
      try {
        await store(content)
        keep()
        notify.success(C.saved)
        await reload()
        return true
      } catch {
        // The API client has shown the reason.
        return false
      } finally {
        setSaving(false)
      }
    },
    /** Goes to another page; asks before changes are lost. */
    leave: async (to: string): Promise<void> => {
      if (!history.changed || (await ask())) navigate(to)
    },
  }
}
export type CanvasState<T extends Item> = ReturnType<typeof useCanvas<T, Content<T>>>
