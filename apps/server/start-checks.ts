import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'

const CHOOSE = 'choose another folder (DATA_DIR=/path/to/folder)'

const FOLDER_FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'this user has no right to write there: give it the right, or',
  EPERM: 'this user has no right to write there: give it the right, or',
  EROFS: 'the file system is read-only: mount it for writing, or',
  ENOSPC: 'the disk is full: make room, or',
  EDQUOT: 'the quota of this user is used up: make room, or',
  ENOTDIR: 'it is a file, or lies below one:',
  ENAMETOOLONG: 'the path is too long:',
  ENOENT: 'no folder can be made there:',
  ELOOP: 'the path leads through links that point at each other:',
}

const codeOf = (thrown: unknown): string => String((thrown as NodeJS.ErrnoException)?.code ?? '')

/** Creates the folders of a path one by one: `mkdir` of Node with `recursive` never returns below /proc. */
const makeFolder = (path: string): void => {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  mkdirSync(path)
}

/** Creates the data folder and writes a test file there. Throws a message with DATA_DIR and the reason if that fails. */
export const prepareDataDir = (dataDir: string): void => {
  const path = resolve(dataDir)
  const probe = join(path, `.write-probe-${process.pid}`)
  try {
    makeFolder(path)
    const file = openSync(probe, 'w', 0o600)
    try {
      writeSync(file, Buffer.alloc(64 * 1024))
      fsyncSync(file)
    } finally {
      closeSync(file)
      rmSync(probe, { force: true })
    }
  } catch (thrown) {
    const code = codeOf(thrown)
    const reason = FOLDER_FAULTS[code] ?? `${code || (thrown as Error).message}:`
    throw new Error(`DATA_DIR=${dataDir} cannot be used, ${reason} ${CHOOSE}`)
  }
}

export interface Address {
  /** Names of the settings, for the message. */
  readonly names: { readonly port: string; readonly host: string }
  readonly port: number
  readonly host: string
}

const faultOf = (code: string, { names, port, host }: Address): string => {
  if (code === 'EADDRINUSE')
    return `${names.port}=${port}: port ${port} of ${host} is in use: stop what runs there, or choose another one (${names.port}=${port + 1} npm start)`
  if (code === 'EACCES') return `${names.port}=${port}: this user may not listen on port ${port}: choose one above 1023`
  return `${names.host}=${host} is no address of this machine (${code}): 127.0.0.1 is this machine alone, 0.0.0.0 all its addresses`
}

/** Listens on the address for a moment. Throws a message with the name of the setting if that is not possible. */
export const checkAddress = (address: Address): Promise<void> =>
  new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', (thrown) => fail(new Error(faultOf(codeOf(thrown), address))))
    probe.listen(address.port, address.host, () => probe.close(() => done()))
  })
