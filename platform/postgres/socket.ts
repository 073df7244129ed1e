import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, canReach } from './account.ts'

/** Part of the name of the socket file; PostgreSQL does not listen on TCP. */
export const PORT = 5432
/** Longest path of a socket, bytes: sun_path of unix(7) has 108 with the final zero. */
const LONGEST = 107

const fits = (dir: string): boolean => Buffer.byteLength(join(dir, `.s.PGSQL.${PORT}`)) <= LONGEST

/** True if `dir` is a folder of this owner, and not a link. Anybody may have created a folder of this name in /tmp. */
const isOwn = (dir: string, owner: number): boolean => {
  const stat = lstatSync(dir, { throwIfNoEntry: false })
  return stat?.isDirectory() === true && (stat.uid === owner || process.platform === 'win32')
}

/** Returns the private folder of the socket for `dataDir`, with a short path. It is the same at every start and is created when missing. */
export const socketFolder = (dataDir: string, account: Account): string => {
  const self = process.getuid?.()
  const name = `lamplight-${createHash('sha256')
    .update(`${self ?? ''}:${dataDir}`)
    .digest('hex')
    .slice(0, 12)}`
  const parent = [tmpdir(), '/tmp'].find((dir) => fits(join(dir, `${name}-XXXXXX`)) && (!account.ids || canReach(dir, account.ids)))
  if (!parent) throw new Error(`no temporary folder with a path short enough for a socket: set TMPDIR (${tmpdir()} is too long)`)
  const make = (dir: string): string => {
    chmodSync(dir, 0o700)
    if (account.ids) chownSync(dir, account.ids.uid, account.ids.gid)
    return dir
  }
  const dir = join(parent, name)
  if (isOwn(dir, account.owner)) return make(dir)
  try {
    mkdirSync(dir, { mode: 0o700 })
    return make(dir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return make(mkdtempSync(`${dir}-`))
  }
}
