import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isAlive, startOf } from './processes.ts'

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

/**
 * Takes the data folder for this process by a lock file beside it. The number of a living other holder, or the release.
 * A holder that was killed holds nothing: its process number and start time tell.
 */
export const takeOwnership = (file: string): { heldBy: number } | { release(): void } => {
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, JSON.stringify({ pid: process.pid, start: startOf(process.pid) }))
  try {
    for (;;) {
      try {
        linkSync(mine, file)
        return { release: () => rmSync(file, { force: true }) }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const owner = readOwner(file)
      if (owner && isAlive(owner.pid) && startOf(owner.pid) === owner.start) return { heldBy: owner.pid }
      rmSync(file, { force: true })
    }
  } finally {
    rmSync(mine, { force: true })
  }
}
