// npm run import -- FILE --tenant 000000 --project NAME: imports an inventory into a project, directly in the database.
import { readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { dryRun, type FileOrder, findProject, importFile, projectNamed, readEncoding, readMappingFile } from '@lamplight/lighting/server'
import { startPostgres } from '@lamplight/postgres'
import { configFrom, createLog, createPlatform, type MqttPort, migrate, type Platform } from '@lamplight/server-kit'
import { runCommand } from './command.ts'
import { slices } from './slices.ts'

const HELP = `npm run import -- FILE --project NAME [--tenant 000000] [--data-dir ./data] [--mapping JSON-FILE] [--encoding NAME] [--controllers] [--spacing METRES] [--dry-run]

FILE          XLSX, CSV, GeoJSON (also one feature per line), JSON of Esri, Overpass or CKAN, OpenStreetMap XML or PBF
--project     name of the project; made when it is not there
--tenant      six digits, 000000 by default
--mapping     what is to be read otherwise than it is found; the rest stays as found, and [] takes a column away:
              {"columns": {"power": "watts", "count": "lamps", "name": []}, "place": {"order": "latLng"}, "lengthUnit": "ft", "powerUnit": "kW",
               "rules": [{"column": "type", "values": ["Photocell"], "as": "skip"}, {"column": "type", "values": ["Cabinet"], "as": "cabinet"}],
               "lampTypes": {"vapor de sodio": "HPS"}}
              projected coordinates in metres, if the file does not name the grid: {"place": {"form": "projected", "epsg": 2154}}
              to keep lamps without a number that are within 0.5 m of another lamp: {"nearby": "keep"}
--encoding    of a text file, where it is not found: utf-8, gb18030 (gbk), euc-kr, shift_jis, windows-1252 (latin-1), utf-16le, utf-16be
--controllers the file lists lamp controllers by serial number, not lamps
--spacing     OpenStreetMap: also makes lamps along lit ways, so far apart
--dry-run     says what would happen and changes nothing
The record stands in the console, where the import can be taken back.
Works beside a running server and without one. The same file again changes nothing.`

const SILENT_MQTT: MqttPort = {
  publish: async () => undefined,
  consume: () => undefined,
  onPresence: () => undefined,
  authenticate: () => undefined,
  disconnect: () => undefined,
  state: () => 'down',
  reportsPresence: false,
  url: '',
}

type Work = (
  platform: Platform,
  tenantId: string,
  project: string,
  order: (projectId: () => Promise<string>) => FileOrder,
) => Promise<number>
const inBothLanguages = (text: readonly [string, string]): string => `${text[0]} / ${text[1]}`

const preview: Work = async (platform, tenantId, project, order) => {
  const found = await dryRun(
    platform,
    order(async () => (await findProject(platform, tenantId, project)) ?? '0'),
  )
  if (found.question) console.log(`  ${inBothLanguages(found.question)}`)
  for (const note of found.notes) console.log(`  ${inBothLanguages(note)}`)
  for (const one of found.failures.slice(0, 20)) console.log(`  row ${one.row}: ${inBothLanguages(one.reason)}`)
  if (found.fileLamps !== undefined)
    console.log(`lamps: ${found.lamps} of ${found.fileLamps} in the file; power: ${found.kw} of ${found.fileKw} kW`)
  console.log(
    `${found.rows} rows: ${found.added} would be added, ${found.changed} changed, ${found.unchanged} unchanged, ${found.failed} would fail; ${found.newCabinets} new cabinets, ${found.newAreas} new areas, ${found.proposed} lamps proposed along lit ways`,
  )
  return 0
}

const bringIn: Work = async (platform, tenantId, project, order) => {
  const began = Date.now()
  const result = await importFile(
    platform,
    order(() => projectNamed(platform, tenantId, project)),
  )
  if (result.question) console.log(`  ${inBothLanguages(result.question)}`)
  for (const note of result.notes) console.log(`  ${inBothLanguages(note)}`)
  for (const one of result.failures) console.log(`  row ${one.row}: ${inBothLanguages(one.reason)}`)
  console.log(
    `${result.total} rows in ${((Date.now() - began) / 1000).toFixed(1)} s: ${result.added} added, ${result.changed} changed, ${result.unchanged} unchanged, ${result.failed} failed; ${result.cabinets} cabinets, ${result.areas} areas and ${result.posts} posts made (import ${result.importId})`,
  )
  return result.status === 4 ? 1 : 0
}

const mappingOf = async (path: string | undefined, encoding: string | undefined): Promise<FileOrder['mapping']> => {
  const text = path === undefined ? '{}' : await readFile(path, 'utf8').catch(() => null)
  if (text === null) throw new Error(`The mapping file ${path} cannot be read.`)
  return { ...readMappingFile(text), ...(encoding !== undefined && { encoding: readEncoding(encoding) }) }
}

/** Error codes of a database connection that ended during the command: the socket was closed, or PostgreSQL was shut down. */
const CONNECTION_LOST = /^(?:EPIPE|ECONNRESET|ECONNREFUSED|ENOENT|57P0[123]|08\w{3})$/
const isConnectionLost = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  (CONNECTION_LOST.test(String((thrown as { code?: unknown }).code)) ||
    /Connection (?:terminated|ended)|timeout exceeded when trying to connect/i.test(thrown.message))
/** Runs the command. Replaces the error of a lost database connection by an explanation; other errors are thrown unchanged. */
const explainLostDatabase = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (thrown) {
    if (!isConnectionLost(thrown)) throw thrown
    throw new Error(
      'The import ended because the database was stopped, perhaps together with the server. Imported rows are kept; run the command again with the same file to go on.',
    )
  }
}

const tenantIsThere = async ({ system }: Platform, tenantId: string): Promise<boolean> =>
  (await system.query('select 1 from identity_tenant where tenant_id = $1 and not is_deleted', [tenantId])).length > 0

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      tenant: { type: 'string', default: '000000' },
      project: { type: 'string' },
      'data-dir': { type: 'string' },
      mapping: { type: 'string' },
      encoding: { type: 'string' },
      controllers: { type: 'boolean' },
      spacing: { type: 'string' },
      'dry-run': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  const file = positionals[0]
  const project = values.project
  if (values.help || !file || !project) {
    console.log(HELP)
    return values.help ? 0 : 2
  }
  if (!/^\d{6}$/.test(values.tenant)) throw new Error('--tenant takes six digits')
  const there = await stat(file).catch(() => null)
  if (!there?.isFile()) throw new Error(`${file} is no file`)
  const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
  const dataDir = resolve(values['data-dir'] ?? process.env.DATA_DIR ?? join(root, 'data'))
  const mapping = await mappingOf(values.mapping, values.encoding)
  const spacing = values.spacing === undefined ? null : Number(values.spacing)
  if (spacing !== null && !(spacing >= 5 && spacing <= 500)) throw new Error('--spacing takes 5 to 500 metres')
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
    const order = (projectId: () => Promise<string>): FileOrder => ({
      path: file,
      kind: values.controllers ? 'controller' : 'lamp',
      tenantId: values.tenant,
      target: async () => ({ tenantId: values.tenant, projectId: await projectId(), areaId: null, groupId: null, areaIds: null }),
      mapping,
      spacing,
    })
    return await explainLostDatabase(async () => {
      try {
        if (!(await tenantIsThere(running.platform, values.tenant)))
          throw new Error(`There is no tenant ${values.tenant} (the first ones are made when Lamplight first starts)`)
        return await (values['dry-run'] ? preview : bringIn)(running.platform, values.tenant, project, order)
      } finally {
        await running.stop()
      }
    })
  } finally {
    await postgres?.stop()
  }
}

void runCommand(main)
