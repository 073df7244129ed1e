import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { commandOf, isAlive } from './processes.ts'

/** Content of postmaster.pid, which a postmaster writes (miscinit.h: pid, data folder, start, port, socket folder, address, memory, status). */
export interface PostmasterFile {
  readonly pid: number
  readonly port: number
  readonly socketDir: string
  readonly status: string
}

export const readPostmasterFile = (dataDir: string): PostmasterFile | undefined => {
  try {
    const lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), socketDir: lines[4]?.trim() ?? '', status: lines[7]?.trim() ?? '' }
  } catch {
    return undefined
  }
}

/** True if the process number in the file belongs to a running postmaster of this folder, and not to another program with the same number. */
export const isServing = (file: PostmasterFile, dataDir: string): boolean => {
  if (!isAlive(file.pid)) return false
  const command = commandOf(file.pid)
  return /(^|\/)postgres(\.exe)? /.test(command) && command.includes(` ${dataDir} `)
}

/** Removes the lock files that prevent a start after another program got the process number. Only if no PostgreSQL process works in the folder. */
export const removeStaleLocks = (dataDir: string, file: PostmasterFile): void => {
  rmSync(join(dataDir, 'postmaster.pid'), { force: true })
  if (file.socketDir) rmSync(join(file.socketDir, `.s.PGSQL.${file.port}.lock`), { force: true })
}
