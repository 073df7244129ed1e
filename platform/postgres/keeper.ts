import { isAlive } from './processes.ts'

const LOOK_MS = 250
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000

interface KeeperParts {
  readonly pid: number
  /** Starts the process again; resolves to the new process number. */
  readonly restart: () => Promise<number>
  readonly log: (message: string) => void
}

export interface Keeper {
  pid(): number
  /** Stops watching and waits for a restart that has begun. Resolves to the number of the running process, or to undefined if none runs. */
  dismiss(): Promise<number | undefined>
}

/** Checks every 250 ms whether a process runs and restarts it when it has ended. After a failed restart the pause doubles, up to 30 s. */
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
