import { spawnSync } from 'node:child_process'
import { chownSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Under whose name the database runs: PostgreSQL refuses to run as root. */
export interface Account {
  /** Set where the processes are started as another user. */
  readonly ids?: { readonly uid: number; readonly gid: number }
  /** Words before the command. */
  readonly prefix: readonly string[]
  /** Who owns the files, as seen from here. */
  readonly owner: number
}

const UNSHARE = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'] as const
const NOBODY = { uid: 65534, gid: 65534 }

const serviceUser = (): { uid: number; gid: number } => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : NOBODY
}

/** Whether `who` may walk down to `path`; what does not exist yet is taken as walkable. */
export const canReach = (path: string, who: { uid: number; gid: number }): boolean => {
  for (let at = resolve(path); ; at = dirname(at)) {
    const stat = statSync(at, { throwIfNoEntry: false })
    if (stat?.isDirectory()) {
      const bit = stat.uid === who.uid ? 0o100 : stat.gid === who.gid ? 0o010 : 0o001
      if ((stat.mode & bit) === 0) return false
    }
    if (at === dirname(at)) return true
  }
}

const ownerOf = (path: string): { uid: number; gid: number } | undefined => {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat && { uid: stat.uid, gid: stat.gid }
}

const asRoot = (programs: string, dataDir: string): Account => {
  const present = ownerOf(dataDir)
  const candidates = [...(present && present.uid !== 0 ? [present] : []), serviceUser()]
  for (const ids of candidates) if (canReach(programs, ids) && canReach(dirname(dataDir), ids)) return { ids, prefix: [], owner: ids.uid }
  const [unshare, ...rest] = UNSHARE
  if (spawnSync(unshare, [...rest, 'true']).status === 0) return { prefix: UNSHARE, owner: 0 }
  throw new Error(
    `PostgreSQL does not run as root, and no other user may enter ${programs} and ${dirname(dataDir)}: ` +
      'move the project to a folder that others may enter, run it as an ordinary user, or set DATABASE_URL',
  )
}

/** Chooses the account for the programs in `programs` and the data in `dataDir`; throws where none can work. */
export const chooseAccount = (programs: string, dataDir: string): Account => {
  const self = process.getuid?.()
  if (self === undefined) return { prefix: [], owner: 0 }
  if (self === 0) return asRoot(programs, dataDir)
  const present = ownerOf(dataDir)
  if (present && present.uid !== self)
    throw new Error(`${dataDir} belongs to user ${present.uid}, not to ${self}: start as that user, or choose another DATA_DIR`)
  return { prefix: [], owner: self }
}

/** Gives `path` and all below it to the account; a whole tree only where its top belongs to someone else. */
export const giveTo = (account: Account, path: string): void => {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = account.ids ?? { uid: 0, gid: 0 }
  if (lstatSync(path).uid === uid) return
  const walk = (at: string): void => {
    if (lstatSync(at).isDirectory()) for (const name of readdirSync(at)) walk(join(at, name))
    lchownSync(at, uid, gid)
  }
  walk(path)
  chownSync(path, uid, gid)
}
