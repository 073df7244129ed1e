import { api, isApiError, notify, useT, useUnsaved } from '@lamplight/console-kit'
import { invalidate } from '@lamplight/console-kit/resource'
import { useMemo, useState } from 'react'
import { KINDS } from '../../model/strategy.resource.ts'
import type { Published } from '../../server/publish/publication.ts'
import { S } from '../strategies.messages.ts'
import { bodyOf, type Draft, isSpecial } from './draft.ts'
import { begin, change, type History, redo, settle, undo } from './history.ts'

const STRATEGY = 'strategies.strategy'
const BASE = 'blade-strategy/workstrategy'

/** Writes a strategy; returns its id. */
const write = async (draft: Draft, id: string | null, reason: string): Promise<string> => {
  const path =
    draft.kind === KINDS.spray ? 'blade-strategy/spray/workstrategy/normal' : `${BASE}/${isSpecial(draft) ? 'special' : 'normal'}`
  const { name, systemType, projectId, remark } = draft
  const body = { name: name.trim(), systemType, projectId, remark, reason, ...bodyOf(draft) }
  if (id !== null) {
    await api.put(path, { body: { workStrategyId: id, ...body }, quiet: true })
    return id
  }
  return (await api.post<{ id: string }>(path, { body, quiet: true })).id
}

/** A strategy in the editor: its draft with undo and redo, saving and publishing. */
export const useStrategyEditor = (stored: Draft, storedId: string | null, onSaved: (id: string) => void) => {
  const t = useT()
  const [history, setHistory] = useState<History<Draft>>(() => begin(stored))
  const [kept, setKept] = useState<Draft | null>(storedId === null ? null : stored)
  const [id, setId] = useState(storedId)
  const [saving, setSaving] = useState(false)
  const [reason, setReason] = useState('')
  const [failed, setFailed] = useState('')
  const [wrongName, setWrongName] = useState<string | null>(null)
  const draft = history.now
  const changed = draft !== kept
  useUnsaved(changed && history.past.length > 0)

  /** Saves the draft if it has changed; throws the server's refusal. `why`: the reason of the version if none was entered. */
  const keep = async (why = ''): Promise<string> => {
    if (!draft.name.trim()) {
      setWrongName(t(S.needsName))
      throw new Error(t(S.needsName))
    }
    if (id !== null && !changed) return id
    const made = await write(draft, id, reason.trim() || why)
    setKept(draft)
    setReason('')
    setId(made)
    setWrongName(null)
    void invalidate(STRATEGY)
    onSaved(made)
    return made
  }
  const save = async (): Promise<void> => {
    setSaving(true)
    setFailed('')
    try {
      await keep()
      notify.success(S.saved)
    } catch (error) {
      if (isApiError(error)) setFailed(error.message)
    } finally {
      setSaving(false)
    }
  }
  const publish = async (selector: Readonly<Record<string, unknown>>, why: string): Promise<Published> => {
    const strategyId = await keep(why)
    const published = await api.post<Published>(`${BASE}/publish`, { body: { strategyId, ...selector, reason: why }, quiet: true })
    void invalidate(STRATEGY)
    void invalidate('strategies.publication')
    void invalidate('control.batch')
    return published
  }
  const actions = useMemo(
    () => ({
      set: (part: Partial<Draft>, group: string | null): void => {
        if ('name' in part) setWrongName(null)
        setHistory((old) => change(old, { ...old.now, ...part }, group))
      },
      settle: (): void => setHistory(settle),
      undo: (): void => setHistory(undo),
      redo: (): void => setHistory(redo),
    }),
    [],
  )
  return {
    draft,
    id,
    changed,
    reason,
    saving,
    failed,
    wrongName,
    setReason,
    save,
    publish,
    ...actions,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    title: draft.name.trim() || t(S.untitled),
  }
}
