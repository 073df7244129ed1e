import { useCallback, useState } from 'react'
import { useUser } from '../session/menus.ts'
import { type Remembered, recall, remember } from './remembered.ts'

/** The user's settings for this list, and a function that changes them. */
export const useRemembered = (resource: string): readonly [Remembered, (patch: Partial<Remembered>) => void] => {
  const owner = useUser()?.userId ?? ''
  const [value, setValue] = useState(() => recall(window.localStorage, owner, resource))
  const change = useCallback(
    (patch: Partial<Remembered>) => {
      setValue((old) => {
        const next = { ...old, ...patch }
        remember(window.localStorage, owner, resource, next)
        return next
      })
    },
    [owner, resource],
  )
  return [value, change]
}
