import type { Text } from '@lamplight/kit'
import { notify } from '../notify/notify.ts'

interface Outcome {
  readonly successCount: number
  readonly failCount: number
  readonly failures: readonly { readonly msg?: string }[]
}

/** The outcome in an answer that treats each row alone (decisions.md C, general); null for any other answer. */
const outcomeIn = (answer: unknown): Outcome | null => {
  const { failCount, successCount, failures } = (answer ?? {}) as Partial<Outcome>
  return typeof failCount === 'number' && typeof successCount === 'number' && Array.isArray(failures)
    ? { failCount, successCount, failures }
    : null
}

/** Says how an action went: `done` when all of it did, else how many rows it left out and why. */
export const tellOutcome = (answer: unknown, done: Text): void => {
  const outcome = outcomeIn(answer)
  if (!outcome || outcome.failCount === 0) {
    notify.success(done)
    return
  }
  const { successCount: ok, failCount: failed, failures } = outcome
  const why = failures[0]?.msg ?? ''
  notify.warning([`${ok} 项成功，${failed} 项失败：${why}`, `${ok} succeeded, ${failed} failed: ${why}`])
}
