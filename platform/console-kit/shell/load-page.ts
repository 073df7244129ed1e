import type { ComponentType } from 'react'
import type { Page } from '../router/page.ts'

/** Maximum time to load a page, ms (rule.const.chunk). */
export const LOAD_MS = 120_000

/** Loads the component of a page; rejects with the message `tooLate` after LOAD_MS. */
export const loadInTime = (page: Pick<Page, 'load'>, tooLate: string): Promise<ComponentType> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(tooLate)), LOAD_MS)
  })
  return Promise.race([page.load(), late]).finally(() => clearTimeout(timer))
}
