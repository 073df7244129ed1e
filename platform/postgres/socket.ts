import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, canReach } from './account.ts'

/** Names the socket file; nothing listens on TCP. */
export const PORT = 5432
/** sun_path of unix(7) holds 108 bytes with the closing zero. */
const LONGEST = 107

const fits = (dir: string): boolean => Buffer.byteLength(join(dir, `.s.PGSQL.${PORT}`)) <= LONGEST

/** A folder in /tmp can have been made by anyone: only a real one of the right owner is used. */
const isOwn = (dir: string, owner: number): boolean => {
  const stat = lstatSync(dir, { throwIfNoEntry: false })
  return stat?.isDirectory() === true && (stat.uid === owner || process.platform === 'win32')
}

/** The short, private folder of the socket for `dataDir`: the same at every start, made when it is missing. */
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
