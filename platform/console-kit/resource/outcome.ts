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

/** Reads the answer of an action that tests something, `{ok, code, reason}`; null for any other answer. */
const testIn = (answer: unknown): { readonly ok: boolean; readonly why: string } | null => {
  const { ok, code, reason } = (answer ?? {}) as { readonly ok?: unknown; readonly code?: unknown; readonly reason?: unknown }
  if (typeof ok !== 'boolean' && ok !== 0 && ok !== 1) return null
  return { ok: Boolean(ok), why: [code, reason].filter((part) => part !== null && part !== undefined && part !== '').join(' ') }
}

/**
 * Shows the result of an action: of a test whether it succeeded; otherwise `done` if all rows succeeded, else the number of failures and
 * the reasons.
 */
export const showOutcome = (answer: unknown, done: Text): void => {
  const tested = testIn(answer)
  if (tested) {
    const { ok, why } = tested
    if (ok) notify.success(why ? [`测试成功：${why}`, `The test succeeded: ${why}`] : ['测试成功', 'The test succeeded'])
    else notify.warning(why ? [`测试失败：${why}`, `The test failed: ${why}`] : ['测试失败', 'The test failed'])
    return
  }
  const outcome = outcomeIn(answer)
  if (!outcome || outcome.failCount === 0) {
    notify.success(done)
    return
  }
  const { successCount: ok, failCount: failed, failures } = outcome
  const why = failures[0]?.msg ?? ''
  notify.warning([`${ok} 项成功，${failed} 项失败：${why}`, `${ok} succeeded, ${failed} failed: ${why}`])
}
