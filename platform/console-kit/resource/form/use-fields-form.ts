import type { Fields, Text } from '@lamplight/kit'
import { useCallback, useMemo, useRef, useState } from 'react'
import { isApiError } from '../../api/error.ts'
import { useT } from '../../i18n/use-t.ts'
import { useReason } from '../list/list-states.tsx'
import { checkDraft, checkField, type Errors, type Mode, readRefusal, shownNames } from './draft.ts'
import type { Values } from './entry.ts'

const TAKEN = ([zh, en]: Text): Text => [`${zh}已存在`, `${en} is already used`]

/** Message above the fields after a refusal. */
export interface Refused {
  readonly text: string
  readonly tone: 'bad' | 'warn'
}

/**
 * A draft with its errors: checked on leaving a field and on sending; a refusal of the server is shown at its field; typed texts are always
 * kept. `isFree` asks the server whether the value of a unique field is free.
 */
export const useFieldsForm = (fields: Fields, mode: Mode, start: Values, isFree?: (name: string, value: unknown) => Promise<boolean>) => {
  const t = useT()
  const reason = useReason()
  const [typed, setTyped] = useState<Values>({})
  const [errors, setErrors] = useState<Errors>({})
  const [refused, setRefused] = useState<Refused | null>(null)
  const [sending, setSending] = useState(false)
  /** Number of refused submits, by the form or the server. */
  const [refusals, setRefusals] = useState(0)
  const typedNow = useRef(typed)
  typedNow.current = typed
  const draft = useMemo(() => ({ ...start, ...typed }), [start, typed])
  const shown = useMemo(() => shownNames(fields, draft), [fields, draft])
  const touched = Object.keys(typed)
  const changed = touched.some((name) => JSON.stringify(typed[name] ?? null) !== JSON.stringify(start[name] ?? null))

  const put = useCallback((name: string, why: Text | null) => {
    setErrors((old) => {
      const { [name]: _gone, ...rest } = old
      return why ? { ...rest, [name]: why } : rest
    })
  }, [])
  const set = useCallback(
    (name: string, value: unknown) => {
      setTyped((old) => ({ ...old, [name]: value }))
      put(name, null)
    },
    [put],
  )
  const leave = useCallback(
    (name: string) => {
      const field = fields[name]
      // an empty field is not checked before sending
      if (!field || !(name in typed)) return
      const value = draft[name]
      const why = checkField(field, value, mode, draft)
      put(name, why)
      if (why || !isFree || !field.options.unique || value === null || value === '' || value === start[name]) return
      isFree(name, value).then(
        (free) => !free && typedNow.current[name] === value && put(name, TAKEN(field.options.label)),
        // Sending checks it again.
        () => undefined,
      )
    },
    [fields, typed, draft, mode, put, isFree, start],
  )
  /** Checks all fields, then sends; returns true if it succeeded. */
  const send = async (work: (draft: Values) => Promise<void>): Promise<boolean> => {
    const found = checkDraft(fields, draft, mode, mode === 'edit' ? start : null)
    setErrors(found)
    setRefused(null)
    if (Object.keys(found).length > 0) {
      setRefusals((old) => old + 1)
      return false
    }
    setSending(true)
    try {
      await work(draft)
      return true
    } catch (thrown) {
      const refusal = isApiError(thrown) && thrown.code === 400 ? readRefusal(fields, thrown.msg, thrown.field) : { errors: {}, rest: '' }
      const placed = Object.keys(refusal.errors).length > 0
      setErrors(refusal.errors)
      setRefusals((old) => old + 1)
      if (!placed || refusal.rest)
        setRefused({
          tone: 'bad',
          text:
            // If the refused input is not in the form, the message contains its label.
            (placed || !refusal.rest ? refusal.rest : reason(thrown)) ||
            t(['{why}。填写的内容已保留，请重试', '{why}. Your input is kept; try again'], {
              why: reason(thrown).replace(/[。.]$/, ''),
            }),
        })
      return false
    } finally {
      setSending(false)
    }
  }
  return { draft, shown, errors, refused, refusals, sending, changed, touched, set, leave, send }
}
export type FieldsForm = ReturnType<typeof useFieldsForm>
