// npm run import -- FILE --tenant 000000 --project NAME: brings an inventory into a project, straight into the database.
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { importInventory, projectNamed } from '@lamplight/lighting/server'
import { startPostgres } from '@lamplight/postgres'
import { configFrom, createLog, createPlatform, type MqttPort, migrate } from '@lamplight/server-kit'
import { slices } from './slices.ts'

const HELP = `npm run import -- FILE --project NAME [--tenant 000000] [--data-dir ./data]

FILE      GeoJSON or CSV (UTF-8 or GBK); coordinates in degrees or EPSG:3857
--project name of the project; made when it is not there
--tenant  six digits, 000000 by default
Works beside a running server and without one. The same file again changes nothing.`

const SILENT_MQTT: MqttPort = {
  publish: async () => undefined,
  consume: () => undefined,
  onPresence: () => undefined,
  authenticate: () => undefined,
  disconnect: () => undefined,
  state: () => 'down',
  tellsPresence: false,
  url: '',
}

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      tenant: { type: 'string', default: '000000' },
      project: { type: 'string' },
      'data-dir': { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  const file = positionals[0]
  if (values.help || !file || !values.project) {
    console.log(HELP)
    return values.help ? 0 : 2
  }
  if (!/^\d{6}$/.test(values.tenant)) throw new Error('--tenant takes six digits')
  const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
  const dataDir = resolve(values['data-dir'] ?? process.env.DATA_DIR ?? join(root, 'data'))
  const bytes = await readFile(file)
  const postgres = process.env.DATABASE_URL ? null : await startPostgres({ dataDir: join(dataDir, 'postgres'), share: true })
  const url = process.env.DATABASE_URL ?? (postgres?.url as string)
  try {
    await migrate(url, join(root, 'db', 'migrations'))
    const running = await createPlatform({
      url,
      slices,
      mqtt: SILENT_MQTT,
      log: createLog('error'),
      config: configFrom({ ...process.env, DATA_DIR: dataDir }),
    })
    const projectId = await projectNamed(running.platform, values.tenant, values.project)
    const began = Date.now()
    const result = await importInventory(running.platform, { tenantId: values.tenant, projectId, areaId: null, groupId: null }, bytes)
    await running.stop()
    if (result.reason) console.error(`${result.reason[0]} / ${result.reason[1]}`)
    for (const note of result.notes) console.log(`  ${note[0]} / ${note[1]}`)
    for (const one of result.failed.slice(0, 20)) console.log(`  row ${one.row}: ${one.reason[0]} / ${one.reason[1]}`)
    console.log(
      `${result.total} rows in ${((Date.now() - began) / 1000).toFixed(1)} s: ${result.added} added, ${result.changed} changed, ${result.unchanged} unchanged, ${result.failedCount} failed; ${result.cabinets} cabinets and ${result.areas} areas made`,
    )
    return result.status === 4 ? 1 : 0
  } finally {
    await postgres?.stop()
  }
}

main().then(
  (code) => process.exit(code),
  (thrown: unknown) => {
    console.error(thrown instanceof Error ? thrown.message : thrown)
    process.exit(1)
  },
)
