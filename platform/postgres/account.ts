import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** The user that runs the database: PostgreSQL refuses to run as root. */
export interface Account {
  /** Set if the processes are started as another user. */
  readonly ids?: Ids
  /** Command and arguments that start the program (`unshare …`), or empty. */
  readonly prefix: readonly string[]
  /** User id of the owner of the files, outside of any namespace. */
  readonly owner: number
}

interface Ids {
  readonly uid: number
  readonly gid: number
}

const ROOT: Ids = { uid: 0, gid: 0 }
const NOBODY: Ids = { uid: 65534, gid: 65534 }

/** The accounts in /etc/passwd, by name. initdb does not run with a user id that has no name. */
const accounts = (): Map<string, Ids> => {
  const lines = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  return new Map(lines.map((line) => line.split(':')).map(([name, , uid, gid]) => [name ?? '', { uid: Number(uid), gid: Number(gid) }]))
}

const hasName = (uid: number): boolean => [...accounts().values()].some((each) => each.uid === uid)

const serviceUser = (): Ids => {
  const known = accounts()
  return known.get('postgres') ?? known.get('nobody') ?? NOBODY
}

/** Command that starts a program as an ordinary user in a user namespace; its files belong to our user outside. Undefined if that is not allowed. */
const namespace = (): readonly string[] | undefined => {
  const { uid, gid } = serviceUser()
  const words = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--']
  return spawnSync(words[0]!, [...words.slice(1), 'true']).status === 0 ? words : undefined
}

/** True if `who` may enter `path` and every folder above it. Folders that do not exist yet are not checked. */
export const canReach = (path: string, who: Ids): boolean => {
  for (let at = resolve(path); ; at = dirname(at)) {
    const stat = statSync(at, { throwIfNoEntry: false })
    if (stat?.isDirectory()) {
      const bit = stat.uid === who.uid ? 0o100 : stat.gid === who.gid ? 0o010 : 0o001
      if ((stat.mode & bit) === 0) return false
    }
    if (at === dirname(at)) return true
  }
}

const ownerOf = (path: string): Ids[] => {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? [{ uid: stat.uid, gid: stat.gid }] : []
}

const asRoot = (programs: string, dataDir: string): Account => {
  const parent = dirname(dataDir)
  const owners = [...ownerOf(dataDir), ...ownerOf(parent)].filter(({ uid }) => uid !== 0 && hasName(uid))
  for (const ids of [...owners, serviceUser()])
    if (canReach(programs, ids) && canReach(parent, ids)) return { ids, prefix: [], owner: ids.uid }
  // In a namespace root can access only its own files, therefore root must be able to reach both folders by their mode bits.
  const prefix = canReach(programs, ROOT) && canReach(parent, ROOT) ? namespace() : undefined
  if (prefix) return { prefix, owner: 0 }
  throw new Error(
    `PostgreSQL does not run as root, and no other user may enter ${programs} and ${parent}: ` +
      'move the project to a folder that others may enter, run it as an ordinary user, or set DATABASE_URL',
  )
}

const asUser = (self: number, dataDir: string): Account => {
  const [present] = ownerOf(dataDir)
  if (present && present.uid !== self)
    throw new Error(`${dataDir} belongs to user ${present.uid}, not to ${self}: start as that user, or choose another DATA_DIR`)
  try {
    userInfo()
    return { prefix: [], owner: self }
  } catch {
    const prefix = namespace()
    if (prefix) return { prefix, owner: self }
    throw new Error(`user ${self} has no name on this machine, and PostgreSQL wants one: add it to /etc/passwd, or set DATABASE_URL`)
  }
}

/** Chooses the account that runs the programs in `programs` on the data in `dataDir`. Throws if no account can. */
export const chooseAccount = (programs: string, dataDir: string): Account => {
  const self = process.getuid?.()
  if (self === undefined) return { prefix: [], owner: 0 }
  return self === 0 ? asRoot(programs, dataDir) : asUser(self, dataDir)
}

/** Makes the account the owner of `path` and everything below it. Does nothing if `path` belongs to the account already, or if we are not root. */
export const giveTo = (account: Account, path: string): void => {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = account.ids ?? ROOT
  if (lstatSync(path).uid === uid) return
  const walk = (at: string): void => {
    if (lstatSync(at).isDirectory()) for (const name of readdirSync(at)) walk(join(at, name))
    lchownSync(at, uid, gid)
  }
  walk(path)
  chownSync(path, uid, gid)
}
