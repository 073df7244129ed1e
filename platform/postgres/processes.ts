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

/** State letter and start time (clock ticks since boot) from the fields after the command name in /proc/PID/stat (proc(5)). */
const statOf = (pid: number): { state: string; start: string } => {
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
  return { state: fields[0] ?? '', start: fields[19] ?? '' }
}

/** True if a process has this number, even a zombie (a process that has ended and whose parent has not read its exit code). */
export const isTaken = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** True if the process runs; a zombie does not run. */
export const isAlive = (pid: number): boolean => isTaken(pid) && (!LINUX || !'ZX'.includes(statOf(pid).state))

/** Start time of the process. It differs from that of a later process with the same number. Empty on systems other than Linux. */
export const startOf = (pid: number): string => (LINUX ? statOf(pid).start : '')

/** Command and arguments of a process; empty when the process has ended. */
export const commandOf = (pid: number): string => {
  if (LINUX) return read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

/** Numbers of the PostgreSQL processes whose working directory is `dataDir`. Always empty on systems other than Linux. */
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

/** Sends a signal; false when the process has ended. */
export const signal = (pid: number, name: NodeJS.Signals): boolean => {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

export const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** Waits until `test` returns true. Resolves to false when `ms` pass before. */
export const until = async (test: () => boolean, ms: number, step = 10): Promise<boolean> => {
  for (const end = performance.now() + ms; ; await sleep(step)) {
    if (test()) return true
    if (performance.now() > end) return false
  }
}
