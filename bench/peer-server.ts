import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eventually } from '@lamplight/testing'

const execute = promisify(execFile)
const VERSION = '5.1.5'
/** Beside the data of the product: what the bench installs is no part of it. */
const FOLDER = join(import.meta.dirname, '..', 'data', 'bench', `postgraphile-${VERSION}`)

/** PostGraphile makes an API from tables, as our kit makes one from definitions; installed from npm when it is first asked for. */
const install = async (): Promise<void> => {
  await mkdir(FOLDER, { recursive: true })
  await writeFile(join(FOLDER, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies: { postgraphile: VERSION } }))
  await execute('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: FOLDER })
}
const SETTINGS = `
import { makePgService } from 'postgraphile/adaptors/pg'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
export default {
  extends: [PostGraphileAmberPreset],
  // It would hide columns of a view from filters and sorting, because a view has no indexes of its own.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [makePgService({ connectionString: process.env.PEER_DATABASE, schemas: ['peer'], poolConfig: { max: 16 } })],
  grafserv: { host: '127.0.0.1', port: Number(process.env.PEER_PORT), graphiql: false, watch: false },
}
`

export interface PeerServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** PostGraphile on the views of schema `peer` of this database, in a process of its own with the version of Node that runs the bench. */
export const startPeer = async (databaseUrl: string, port: number): Promise<PeerServer> => {
  await install()
  await writeFile(join(FOLDER, 'graphile.config.js'), SETTINGS)
  const child: ChildProcess = spawn(process.execPath, [join(FOLDER, 'node_modules', 'postgraphile', 'dist', 'cli-run.js')], {
    cwd: FOLDER,
    env: { ...process.env, PEER_DATABASE: databaseUrl, PEER_PORT: String(port), NODE_ENV: 'production', GRAPHILE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}/graphql`
  const ask = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ __typename }' }) }
  await eventually(async () => (await fetch(url, ask).catch(() => null))?.ok, 60_000)
  return {
    url,
    stop: async () => {
      // It does not end by SIGTERM while its pool is open.
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
