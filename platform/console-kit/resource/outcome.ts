import type { Text } from '@lamplight/kit'
import { notify } from '../notify/notify.ts'

interface Outcome {
  readonly successCount: number
  readonly failCount: number
  readonly failures: readonly { readonly msg?: string }[]
}

/** Parses the answer of a call that handles each row separately (decisions.md C, general); null for any other answer. */
const outcomeIn = (answer: unknown): Outcome | null => {
  const { failCount, successCount, failures } = (answer ?? {}) as Partial<Outcome>
  return typeof failCount === 'number' && typeof successCount === 'number' && Array.isArray(failures)
    ? { failCount, successCount, failures }
    : null
}

/** Shows the result of an action: `done` if all rows succeeded, else the number of failures and the reasons. */
export const showOutcome = (answer: unknown, done: Text): void => {
  const outcome = outcomeIn(answer)
  if (!outcome || outcome.failCount === 0) {
    notify.success(done)
    return
  }
  const { successCount: ok, failCount: failed, failures } = outcome
  const why = failures[0]?.msg ?? ''
  notify.warning([`${ok} 项成功，${failed} 项失败：${why}`, `${ok} succeeded, ${failed} failed: ${why}`])
}
