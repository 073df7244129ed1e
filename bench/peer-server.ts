import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eventually } from '@lamplight/testing'

const execute = promisify(execFile)
const VERSION = '5.1.5'
/** Folder where PostGraphile is installed, outside the project's node_modules. */
const FOLDER = join(import.meta.dirname, '..', 'data', 'bench', `postgraphile-${VERSION}`)

/** Installs PostGraphile from npm. It is a fair comparison because it also generates an API, from tables. */
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
  // This plugin hides columns without an index from filters and sorting; a view has no indexes.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [makePgService({ connectionString: process.env.PEER_DATABASE, schemas: ['peer'], poolConfig: { max: 16 } })],
  grafserv: { host: '127.0.0.1', port: Number(process.env.PEER_PORT), graphiql: false, watch: false },
}
`

export interface PeerServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Starts PostGraphile as a child process. It serves the views of the schema `peer`. */
export const startPeer = async (databaseUrl: string, port: number): Promise<PeerServer> => {
  await install()
  await writeFile(join(FOLDER, 'graphile.config.js'), SETTINGS)
  const child: ChildProcess = spawn(process.execPath, [join(FOLDER, 'node_modules', 'postgraphile', 'dist', 'cli-run.js')], {
    cwd: FOLDER,
    env: { ...process.env, PEER_DATABASE: databaseUrl, PEER_PORT: String(port), NODE_ENV: 'production', GRAPHILE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}/graphql`
  const requestInit = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ __typename }' }) }
  await eventually(async () => (await fetch(url, requestInit).catch(() => null))?.ok, 60_000)
  return {
    url,
    stop: async () => {
      // PostGraphile ignores SIGTERM while its pool has open connections.
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
