import { isAlive } from './processes.ts'

const LOOK_MS = 250
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000

interface KeeperParts {
  readonly pid: number
  /** Starts it again; resolves to the new process number. */
  readonly restart: () => Promise<number>
  readonly log: (message: string) => void
}

export interface Keeper {
  pid(): number
  /** Ends the watch, after a restart that is under way; the process number to end, undefined when none runs. */
  dismiss(): Promise<number | undefined>
}

/** Watches a process and starts it again when it is gone, at once and then at ever longer intervals while that fails. */
export const createKeeper = ({ pid: first, restart, log }: KeeperParts): Keeper => {
  let pid = first
  let pause = FIRST_PAUSE_MS
  let notBefore = 0
  let working: Promise<void> | undefined

  const revive = async (): Promise<void> => {
    log(`database process ${pid} is gone and is started again`)
    try {
      pid = await restart()
      pause = FIRST_PAUSE_MS
    } catch (error) {
      notBefore = performance.now() + pause
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
      log(`the database did not start again: ${(error as Error).message}`)
    }
    working = undefined
  }
  const timer = setInterval(() => {
    if (!working && performance.now() >= notBefore && !isAlive(pid)) working = revive()
  }, LOOK_MS)
  timer.unref()

  return {
    pid: () => pid,
    dismiss: async () => {
      clearInterval(timer)
      await working
      return isAlive(pid) ? pid : undefined
    },
  }
}
