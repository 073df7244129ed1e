import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const LINUX = process.platform === 'linux'

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** State letter and start time (ticks since boot), from what follows the command's name in /proc/PID/stat (proc(5)). */
const statOf = (pid: number): { state: string; start: string } => {
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
  return { state: fields[0] ?? '', start: fields[19] ?? '' }
}

/** Whether the number is taken, be it by a process that ended and waits for its parent (a zombie). */
export const isTaken = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the process runs; a zombie does not. */
export const isAlive = (pid: number): boolean => isTaken(pid) && (!LINUX || !'ZX'.includes(statOf(pid).state))

/** What tells this process from a later one with the same number; empty where the system does not say. */
export const startOf = (pid: number): string => (LINUX ? statOf(pid).start : '')

/** Command and arguments of a process; empty when it is gone. */
export const commandOf = (pid: number): string => {
  if (LINUX) return read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

/** PostgreSQL processes that still work in `dataDir`: each of them has it as its working directory. */
export const workersIn = (dataDir: string): number[] => {
  if (!LINUX) return []
  const inside = (pid: number): boolean => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === dataDir && read(`/proc/${pid}/comm`).startsWith('postgres') && isAlive(pid)
    } catch {
      return false
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter(inside)
}

/** Sends a signal; false when the process is gone. */
export const signal = (pid: number, name: NodeJS.Signals): boolean => {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

export const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** Waits until `test` holds; false when it does not within `ms`. */
export const until = async (test: () => boolean, ms: number, step = 10): Promise<boolean> => {
  for (const end = performance.now() + ms; ; await sleep(step)) {
    if (test()) return true
    if (performance.now() > end) return false
  }
}
