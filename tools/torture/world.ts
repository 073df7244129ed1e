import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '@lamplight/postgres'
import { queryOnce } from '@lamplight/testing'
import type { Inventory } from '@lamplight/town'
import { type City, createCity } from '@lamplight/virtual-city'
import { plays } from '../../apps/simulator/plays.ts'
import { type AlarmJudge, createAlarmJudge } from './alarm-judge.ts'
import { createHttpCaller, type HttpCaller } from './asker.ts'
import { createReceipts } from './judge.ts'
import { type Broker, startMosquitto } from './mosquitto.ts'
import { createOrders, type Orders } from './orders.ts'
import { createServerPart, freePort, onInterrupt, type Server, until } from './processes.ts'
import { createToldFaults } from './told-faults.ts'
import { createTroubles, devicesOf, type Troubles, troubledIn } from './troubles.ts'

const ONLINE_MS = 90_000
/** Environment of a server whose alarms and incidents follow the city soon. */
export const ALARMS_SOON = { ALARM_SECONDS: '1', INCIDENT_OPENS_SECONDS: '3', INCIDENT_CLOSES_SECONDS: '3', GATEWAY_RETURN_SECONDS: '30' }

export interface World {
  readonly folder: string
  readonly postgres: Postgres
  readonly databaseUrl: string
  readonly servers: readonly Server[]
  /** The outside broker; null if the first server's embedded broker is used. */
  readonly broker: Broker | null
  readonly city: City
  /** Lamps to which commands are sent: those without troubles. */
  readonly lamps: readonly string[]
  /** Selects them in a command. */
  readonly selector: { readonly projectId: string } | { readonly groupId: string }
  readonly caller: HttpCaller
  /** Commands and parameters for other devices. */
  readonly orders: Orders
  readonly receipts: ReturnType<typeof createReceipts>
  /** Undefined in a world without troubles. */
  readonly troubles: (Pick<Troubles, 'turn'> & AlarmJudge) | undefined
  readonly stop: () => Promise<void>
}

export interface WorldOptions {
  readonly lamps: number
  readonly servers?: number
  readonly mosquitto?: boolean
  /** Whether devices of some gateways have faults and lose their supply. */
  readonly troubles?: boolean
  /** Seconds between two reports of a lamp. */
  readonly reportInterval?: number
  readonly env?: Readonly<Record<string, string>>
  /** Returns the address that the server uses instead of the database's own, for example that of a proxy. */
  readonly through?: (url: string) => Promise<string>
  /** Address of an existing database. */
  readonly databaseUrl?: string
  readonly folder?: string
}

/** Makes a group of these lamps and returns its id. */
const groupOf = async (caller: HttpCaller, databaseUrl: string, lamps: readonly string[]): Promise<string> => {
  const known = new Set(lamps)
  const rows = await queryOnce<{ id: string; sn: string }>(
    databaseUrl,
    'select device_id::text as id, sn from devices_registry where type = 4',
  )
  const { data } = await caller.sure<{ id: string }>('POST', '/api/blade-city/group/submit', { groupName: 'torture' })
  const ids = rows.filter(({ sn }) => known.has(sn)).map(({ id }) => id)
  const { status, body } = await caller.sure('POST', '/api/blade-city/device_group/copy', { groupId: data.id, ids })
  if (status !== 200) throw new Error(`the group was refused: ${JSON.stringify(body)}`)
  return data.id
}

export const databaseAnswers = (url: string): Promise<boolean> =>
  queryOnce(url, 'select 1', 2000).then(
    () => true,
    () => false,
  )

/**
 * Starts the whole product in parts that can be interrupted one by one, and a virtual city that checks it: every lamp is connected by real MQTT.
 */
export const createWorld = async (options: WorldOptions): Promise<World> => {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'lamplight-torture-')))
  const stops: (() => Promise<unknown>)[] = []
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).reverse()) await end().catch((thrown: unknown) => console.error('stopping', String(thrown)))
    if (!options.folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  onInterrupt(stop)
  try {
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
    stops.push(() => postgres.stop())
    const databaseUrl = options.databaseUrl ?? postgres.url
    const url = options.through ? await options.through(databaseUrl) : databaseUrl
    const broker = options.mosquitto ? await startMosquitto(join(folder, 'mosquitto')) : null
    if (broker) stops.push(() => broker.end('SIGTERM'))
    const brokerPort = broker?.port ?? (await freePort())
    const servers: Server[] = []
    for (let at = 0; at < (options.servers ?? 1); at += 1) {
      const server = createServerPart({
        port: await freePort(),
        env: {
          DATABASE_URL: url,
          DATA_DIR: folder,
          DEMO_LAMPS: String(options.lamps),
          DEMO_NIGHTS: '0',
          DEMO_STRATEGIES: '0',
          DEMO_ROWS: '0',
          ...(broker
            ? { MQTT_URL: `${broker.serverUrl}?share=${options.servers && options.servers > 1 ? 1 : 0}` }
            : { MQTT_PORT: String(brokerPort) }),
          ...(options.troubles ? ALARMS_SOON : {}),
          ...options.env,
        },
      })
      servers.push(server)
      stops.push(() => server.end('SIGTERM'))
    }
    for (const server of servers) await server.start()
    const caller = createHttpCaller(() => servers.map((server) => server.url))
    await caller.signIn()
    const [project] = (await caller.sure<{ id: string; name: string }[]>('GET', '/api/blade-system/project/list')).data
    if (!project) throw new Error('the demo has no project')
    const { data } = await caller.sure<Inventory>(
      'POST',
      `/api/blade-device/gateway/virtual?projectName=${encodeURIComponent(project.name)}`,
      undefined,
      randomUUID(),
    )
    const inventory = { ...data, broker: { url: `mqtt://127.0.0.1:${brokerPort}` } }
    await broker?.admit(inventory.gateways)
    const receipts = createReceipts()
    const told = createToldFaults()
    const city = createCity({
      inventory,
      seed: 3,
      latency: 50,
      reportInterval: options.reportInterval ?? 20,
      ...plays,
      onTaken: (...message) => {
        receipts.take(...message)
        told.take(...message)
      },
    })
    stops.push(() => city.stop())
    city.start()
    if (!(await until(() => city.stats().connected === inventory.gateways.length, ONLINE_MS)))
      throw new Error(
        `only ${city.stats().connected} of ${inventory.gateways.length} gateways are connected; ${servers[0]?.output().slice(-1000)}`,
      )
    const online = async (): Promise<boolean> => {
      const path = '/api/blade-report/dashboard/info'
      const info = (await caller.once<{ gateways: { online: number } }>('GET', path))?.data
      return info?.gateways?.online === inventory.gateways.length
    }
    if (!(await until(online, ONLINE_MS, 200))) throw new Error('the platform does not know that the gateways are there')
    const troubled = new Set(options.troubles ? troubledIn(inventory).map(({ sn }) => sn) : [])
    const sound = inventory.gateways.filter(({ sn }) => !troubled.has(sn))
    const lamps = sound.flatMap(({ children }) => children.map(({ sn }) => sn))
    // Commands go to all lamps at once; none of them is to wait for a second person.
    await queryOnce(databaseUrl, `update system_param set param_value = '0' where param_key = 'command.approval.devices'`)
    const orders = await createOrders({ caller, city, lamps, devices: devicesOf(sound), databaseUrl })
    const selector = options.troubles ? { groupId: await groupOf(caller, databaseUrl, lamps) } : { projectId: project.id }
    const world = { folder, postgres, databaseUrl, servers, broker, city, lamps, selector, caller, orders, receipts, stop }
    if (!options.troubles) return { ...world, troubles: undefined }
    if (!(await until(() => devicesOf(inventory.gateways).every(told.hasReported), ONLINE_MS, 200)))
      throw new Error(`devices that never reported: ${devicesOf(inventory.gateways).filter((sn) => !told.hasReported(sn))}`)
    const troubles = await createTroubles({ city, inventory, databaseUrl, told })
    return { ...world, troubles: { turn: troubles.turn, ...createAlarmJudge({ databaseUrl, told, troubles, inventory }) } }
  } catch (thrown) {
    await stop()
    throw thrown
  }
}
