import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync } from 'node:fs'
import { type Account, giveTo } from './account.ts'
import type { Binaries } from './binaries.ts'
import { cleanEnv } from './cluster.ts'
import { isServing, type PostmasterFile, readPostmasterFile, removeStaleLocks } from './postmaster-file.ts'
import { isAlive, isTaken, signal, sleep, until, workersIn } from './processes.ts'
import { type Memory, settingsFor } from './settings.ts'
import { PORT, socketFolder } from './socket.ts'

/** Longest time to wait for a start, ms: a database that was killed first replays its write-ahead log. */
const START_MS = 120_000
const STOP_MS = 60_000
const LOG_BYTES = 10_000_000

export interface Scene {
  readonly binaries: Binaries
  readonly account: Account
  readonly dataDir: string
  readonly memory: Memory
  readonly log: (message: string) => void
}

const openLog = (path: string): { fd: number; from: number } => {
  const fd = openSync(path, 'a', 0o600)
  if (fstatSync(fd).size > LOG_BYTES) ftruncateSync(fd)
  return { fd, from: fstatSync(fd).size }
}

/** Ends a postmaster. `fast` rolls back open transactions; `immediate` leaves that to the recovery of the next start. */
export const endPostmaster = async (pid: number, how: 'fast' | 'immediate'): Promise<void> => {
  const gone = (): boolean => !isAlive(pid)
  if (how === 'fast') {
    signal(pid, 'SIGINT')
    if (await until(gone, STOP_MS)) return
  }
  signal(pid, 'SIGQUIT')
  if (await until(gone, 10_000)) return
  signal(pid, 'SIGKILL')
  await until(gone, 5_000)
}

/** Waits until the child processes of a dead postmaster have ended, or ends them, before a new one opens the files. Throws if some remain. */
export const clearWorkers = async (dataDir: string): Promise<void> => {
  const gone = (): boolean => workersIn(dataDir).length === 0
  if (await until(gone, 2_000)) return
  for (const name of ['SIGTERM', 'SIGKILL'] as const) {
    for (const pid of workersIn(dataDir)) signal(pid, name)
    if (await until(gone, 5_000)) return
  }
  throw new Error(`processes of an earlier database still work in ${dataDir}: ${workersIn(dataDir).join(', ')}`)
}

/**
 * Finds the postmaster that a killed process left running, and waits until it answers. Ends it when it does not answer.
 * Resolves to undefined when none runs; a new postmaster can start then.
 */
export const adoptPostmaster = async (
  { dataDir, log }: Scene,
  answers: (file: PostmasterFile) => Promise<boolean>,
): Promise<PostmasterFile | undefined> => {
  const file = readPostmasterFile(dataDir)
  if (!file) return undefined
  for (const end = performance.now() + START_MS; isServing(file, dataDir) && performance.now() < end; await sleep(20)) {
    const now = readPostmasterFile(dataDir)
    if (now?.pid !== file.pid) break
    if (now.status === 'stopping') continue
    if (now.status === 'ready') {
      if (await answers(now)) return now
      break
    }
  }
  if (isServing(file, dataDir)) {
    log(`database process ${file.pid} of an earlier run does not answer and is ended`)
    await endPostmaster(file.pid, 'fast')
  }
  await clearWorkers(dataDir)
  const left = readPostmasterFile(dataDir)
  // PostgreSQL removes the files itself if no process has the number.
  if (left && isTaken(left.pid)) removeStaleLocks(dataDir, left)
  return undefined
}

const waitReady = async (child: ChildProcess, { dataDir, log }: Scene): Promise<PostmasterFile | undefined> => {
  const begun = performance.now()
  for (let next = begun; performance.now() - begun < START_MS; await sleep(5)) {
    if (child.exitCode !== null || child.signalCode !== null) return undefined
    const file = readPostmasterFile(dataDir)
    if (file?.pid === child.pid && file?.status === 'ready') return file
    if (performance.now() - next < 5_000) continue
    next = performance.now()
    log(`database is starting (${Math.round((next - begun) / 1000)} s)`)
  }
  return undefined
}

/** Starts a postmaster in its own process group, so that Ctrl-C does not signal it; resolves when it accepts connections. */
export const launchPostmaster = async (scene: Scene): Promise<PostmasterFile> => {
  const { account, binaries, dataDir, memory } = scene
  const words = [...account.prefix, binaries.postgres, '-D', dataDir, ...settingsFor(memory, socketFolder(dataDir, account), PORT)]
  const path = `${dataDir}.log`
  const { fd, from } = openLog(path)
  giveTo(account, path)
  const child = spawn(words[0]!, words.slice(1), { cwd: '/', env: cleanEnv(), detached: true, stdio: ['ignore', fd, fd], ...account.ids })
  closeSync(fd)
  const failed = new Promise<Error>((resolve) => child.once('error', resolve))
  child.unref()
  const file = await Promise.race([waitReady(child, scene), failed])
  if (file instanceof Error) throw file
  if (file) return file
  if (child.pid) await endPostmaster(child.pid, 'immediate')
  const output = readFileSync(path).subarray(from).toString('utf8').trim()
  throw new Error(`the database did not start: ${output || 'no reason given'} (${path})`)
}
