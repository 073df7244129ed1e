import { createState, useStateOf } from '../state/state.ts'
import { storage } from '../storage/storage.ts'
import type { MenuMeta } from './menu.ts'
import { onSessionEnd } from './session.ts'

/** The selected system (decisions.md A62), and the path, group, meta and query of its first page. */
export interface Tag {
  readonly id: string
  readonly code: string
  readonly path: string
  readonly group: string
  readonly meta: MenuMeta
  readonly query: Readonly<Record<string, string>>
}

const tag = createState<Tag | null>(storage.read<Tag>('tag'))
onSessionEnd(() => tag.set(null))

export const setTag = (next: Tag): void => {
  storage.write('tag', next, 'session')
  tag.set(next)
}
export const useTag = (): Tag | null => useStateOf(tag)
