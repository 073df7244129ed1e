import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isAlive, sleep, startOf } from './processes.ts'

interface Owner {
  readonly pid: number
  readonly start: string
}

const readOwner = (file: string): Owner | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Takes the lock file, or returns the number of its process. A lock whose process (number and start time) no longer runs is removed. */
const tryTake = (mine: string, file: string): number | undefined => {
  for (;;) {
    try {
      linkSync(mine, file)
      return undefined
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const owner = readOwner(file)
    if (owner && isAlive(owner.pid) && startOf(owner.pid) === owner.start) return owner.pid
    rmSync(file, { force: true })
  }
}

/** Locks the data folder for this process by the lock file `file`. Resolves to `heldBy` when another process still holds it after `waitMs`. */
export const takeOwnership = async (file: string, waitMs: number): Promise<{ heldBy: number } | { release(): void }> => {
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, JSON.stringify({ pid: process.pid, start: startOf(process.pid) }))
  try {
    for (const end = performance.now() + waitMs; ; await sleep(50)) {
      const heldBy = tryTake(mine, file)
      if (heldBy === undefined) return { release: () => rmSync(file, { force: true }) }
      if (performance.now() >= end) return { heldBy }
    }
  } finally {
    rmSync(mine, { force: true })
  }
}
