import { type BatchAnswer, deviceLogPort, deviceTypesPort, GATEWAYS_CONNECTED } from '@lamplight/devices/model'
import type { DeviceTypeDefinition, ParamFamilyDefinition } from '@lamplight/kit'
import {
  type Ctx,
  configFrom,
  createCtx,
  createLog,
  createPlatform,
  type MqttPort,
  type Platform,
  provide,
  type Query,
  type Running,
  type ServerSlice,
  type User,
} from '@lamplight/server-kit'
import { freshDatabase, standIns, testPlaces } from '@lamplight/testing'
import { control, type ReportedState, type Selector } from '../model/index.ts'
import { targetsPort } from '../model/ports.ts'
import { createBatch, type KeyedRequest } from './create-batch.ts'
import { controlServer } from './index.ts'
import { LANE } from './lane.ts'
import type { OrderInput } from './order-input.ts'
import type { Writer } from './writer.port.ts'
import { writerPort } from './writer-ports.ts'

/** A lamp behind a gateway, as provided by the targets port. */
export interface WorldLamp {
  readonly id: string
  readonly sn: string
  readonly gateway: string | null
  /** W; null: unknown */
  readonly power: number | null
  /** True if it drives a main and an auxiliary head. */
  twoWay?: boolean
}
export interface Published {
  readonly gateway: string
  /** Kind of the message: a command, or what goes before it. */
  readonly kind: string
  readonly message: { id: string; cmd: string; args: Record<string, unknown>; sns: string[]; expiresAt: number }
}
/** The control slice alone: a real database, a clock that the test moves, and gateways that the test controls. */
export interface World {
  readonly running: Running
  readonly platform: Platform
  readonly writer: Writer
  readonly query: Query
  readonly clock: { now: () => number; forward: (ms: number) => void; real: () => void }
  readonly published: Published[]
  /** Called for each message to a gateway; by default the gateway accepts it. */
  onPublish: (published: Published) => Promise<void>
  readonly lamps: WorldLamp[]
  readonly addGateway: (sn: string, online?: boolean, tenantId?: string) => Promise<void>
  readonly setOnline: (sn: string, online: boolean) => Promise<void>
  readonly addLamps: (gateway: string | null, count: number, power?: number | null) => Promise<WorldLamp[]>
  /** Registers devices of a type other than lamp controllers. */
  readonly addDevices: (type: number, gateway: string, count: number) => Promise<WorldLamp[]>
  /** Stores the latest values of such a device by slot, like ingest; device time in epoch ms. */
  readonly storeValues: (device: WorldLamp, at: number, v: readonly (number | null)[]) => Promise<void>
  readonly ctx: (tenantId?: string, userId?: string) => Ctx
  readonly order: (order: Partial<OrderInput> & { selector: Selector }, request?: KeyedRequest, ctx?: Ctx) => Promise<BatchAnswer>
  /** Opens all fresh work; publishes nothing. */
  readonly open: () => Promise<void>
  /** Stores reports of devices through their gateways; device times in epoch ms. */
  readonly report: (...reports: { lamp: WorldLamp; at: number; reported: ReportedState }[]) => Promise<void>
  readonly stop: () => Promise<void>
}

export const NOW = Date.UTC(2026, 10, 20, 10)
const PERMISSIONS = ['lamp_dim', 'lamp_switch', 'lamp_release', 'commandrecord_view', 'commandrecord_retry', 'commandrecord_cancel']

const userOf = (tenantId: string, id: string, types: readonly DeviceTypeDefinition[]): User => ({
  id,
  tenantId,
  account: `user${id}`,
  name: '',
  roleIds: [],
  roles: [],
  deptIds: [],
  permissions: new Set([...PERMISSIONS, ...types.map(({ name }) => `test_${name}_view`)]),
  administrator: tenantId === '000000',
  cut: { projects: false, areas: false },
  sessionId: '',
})

/** Replaces the lighting slice: provides the targets port over `lamps`. A group, area or project selects all of them. */
export const townOf = (lamps: WorldLamp[]): ServerSlice => {
  const chosen = (selector: Selector): WorldLamp[] =>
    selector.controllerIds ? lamps.filter((lamp) => selector.controllerIds?.includes(lamp.id)) : lamps
  return {
    domain: { ...control, name: 'town' },
    ports: [
      provide(targetsPort, () => ({
        nameOf: async () => null,
        lampsOf: async () => new Map(),
        streetsOf: async () => ({ total: 0, first: [] }),
        lamps: () => {
          throw new Error('this test calculates nothing')
        },
        select: (ctx, selector) => {
          const found = chosen(selector)
          return {
            sql: `select l.device_id, $1::text as tenant_id, g.id as gateway_id, l.sn, 0::smallint as head, l.power,
                    null::float8 as min_power, null::int as min_level, null::float8 as tolerance, l.two_way, true as activated
                  from unnest($2::bigint[], $3::text[], $4::text[], $5::float8[], $6::boolean[]) as l (device_id, sn, gateway_sn, power, two_way)
                  left join devices_gateway g on g.sn = l.gateway_sn`,
            params: [
              ctx.tenantId,
              found.map((lamp) => lamp.id),
              found.map((lamp) => lamp.sn),
              found.map((lamp) => lamp.gateway),
              found.map((lamp) => lamp.power),
              found.map((lamp) => lamp.twoWay ?? false),
            ],
          }
        },
      })),
    ],
  }
}

/** Replaces the devices slice in a test: provides the device types that the test declares, each with a resource, and its parameter families. */
export const typesOf = (all: readonly DeviceTypeDefinition[], families: readonly ParamFamilyDefinition[] = []): ServerSlice => ({
  ...testPlaces(all.map(({ name }) => name)).slice,
  families,
  ports: [
    provide(deviceLogPort, () => ({ commanded: async () => undefined, located: async () => undefined })),
    provide(deviceTypesPort, () => ({
      all,
      typeOf: (code) => all.find((type) => type.code === code),
      named: (name) => all.find((type) => type.name === name),
      resourceOf: () => undefined,
      sieveOf: () => undefined,
      need: async () => false,
      ready: async () => undefined,
    })),
  ],
})

export const openWorld = async (
  config: Record<string, string> = {},
  deviceTypes: readonly DeviceTypeDefinition[] = [],
  families: readonly ParamFamilyDefinition[] = [],
  more: readonly ServerSlice[] = [],
): Promise<World> => {
  const database = await freshDatabase()
  let offset: number | null = 0
  const clock = {
    now: () => (offset === null ? Date.now() : NOW + offset),
    forward: (ms: number) => {
      offset = (offset ?? 0) + ms
    },
    real: () => {
      offset = null
    },
  }
  const lamps: WorldLamp[] = []
  const published: Published[] = []
  const world = { onPublish: async (_: Published): Promise<void> => undefined }
  const mqtt: MqttPort = {
    publish: async (gateway, kind, payload) => {
      const one = { gateway, kind, message: JSON.parse(payload) as Published['message'] }
      published.push(one)
      await world.onPublish(one)
    },
    consume: () => undefined,
    onPresence: () => undefined,
    authenticate: () => undefined,
    disconnect: () => undefined,
    reportsPresence: true,
    state: () => 'up',
    url: '',
  }
  const slices = [controlServer, townOf(lamps), typesOf(deviceTypes, families), ...more]
  const running = await createPlatform({
    url: database.url,
    slices: [...slices, ...standIns(slices)],
    mqtt,
    log: createLog(process.env.TEST_LOG ? 'info' : 'silent'),
    config: configFrom(config),
    clock,
  })
  const { platform } = running
  const query = platform.system.query
  const writer = platform.port(writerPort)
  const ctx = (tenantId = '000000', userId = '7'): Ctx =>
    createCtx(platform, running.db, {
      user: userOf(tenantId, userId, deviceTypes),
      zone: 'Asia/Shanghai',
      lang: 'en',
      ip: '127.0.0.1',
      userAgent: '',
    })
  const gateways = new Map<string, string>()
  let serial = 0

  return Object.assign(world, {
    running,
    platform,
    writer,
    query,
    clock,
    published,
    lamps,
    ctx,
    addGateway: async (sn: string, online = true, tenantId = '000000') => {
      const id = platform.newId()
      gateways.set(sn, id)
      await query('insert into devices_gateway (id, tenant_id, sn, status, online) values ($1, $2, $3, 1, $4)', [id, tenantId, sn, online])
    },
    setOnline: async (gatewaySn: string, online: boolean) => {
      await query('update devices_gateway set online = $2 where sn = $1', [gatewaySn, online])
      if (online) platform.bus.emit(GATEWAYS_CONNECTED, { gatewaySns: [gatewaySn], at: Date.now() })
    },
    addLamps: async (gateway: string | null, count: number, power: number | null = 100) => {
      const made = Array.from({ length: count }, (): WorldLamp => {
        serial += 1
        return { id: platform.newId(), sn: `L${String(serial).padStart(6, '0')}`, gateway, power }
      })
      lamps.push(...made)
      return made
    },
    addDevices: async (type: number, gateway: string, count: number) => {
      const made = Array.from({ length: count }, (): WorldLamp => {
        serial += 1
        return { id: platform.newId(), sn: `D${String(serial).padStart(6, '0')}`, gateway, power: null }
      })
      await query(
        `insert into devices_registry (sn, device_id, tenant_id, gateway_id, gateway_sn, type)
         select d.sn, d.id, '000000', $3, $4, $5 from unnest($1::text[], $2::bigint[]) as d (sn, id)`,
        [made.map(({ sn }) => sn), made.map(({ id }) => id), gateways.get(gateway), gateway, type],
      )
      return made
    },
    storeValues: async ({ id }: WorldLamp, at: number, v: readonly (number | null)[]) => {
      await query('update devices_state set reported_at = to_timestamp($2::float8 / 1000) where device_id = $1', [id, at])
      await query('update devices_latest set v = $2::float8[] where device_id = $1', [id, v])
    },
    order: (order: Partial<OrderInput> & { selector: Selector }, request: KeyedRequest = null, asker = ctx()) =>
      createBatch(
        asker,
        { command: 'dim', level: 30, duration: null, until: null, lampSelect: null, target: null, again: null, ...order },
        request,
      ),
    open: async () => {
      for (const lane of Object.values(LANE))
        while ((await writer.write((within) => writer.ledger.opened(within, 100, undefined, 'oldest', lane))).n > 0);
    },
    report: (...reports: { lamp: WorldLamp; at: number; reported: ReportedState }[]) =>
      writer.reported(
        reports.map(({ lamp, at, reported }) => ({ deviceId: lamp.id, gatewayId: gateways.get(lamp.gateway ?? '') ?? '', at, reported })),
      ),
    stop: async () => {
      await running.stop()
      await database.drop()
    },
  })
}

/** Returns the differences between a batch's counts and its devices; empty if there are none. */
export const miscounted = (query: Query): Promise<Record<string, unknown>[]> =>
  query(`select b.id, b.status, b.total, l.*, b.queued, b.sent, b.received, b.applied, b.verified, b.failed, b.timed_out, b.superseded, b.returned, b.ended,
      b.reached_sent, b.reached_received, b.reached_applied, b.state
    from control_batch b cross join lateral (
      select count(*) as n, count(*) filter (where status < 4 and rung = 0) as q, count(*) filter (where status < 4 and rung = 1) as s,
        count(*) filter (where status < 4 and rung = 2) as r, count(*) filter (where status < 4 and rung = 3) as a,
        count(*) filter (where status < 4 and rung = 4) as v, count(*) filter (where status = 4) as f, count(*) filter (where status = 5) as t,
        count(*) filter (where status = 6) as o, count(*) filter (where rung >= 1) as rs, count(*) filter (where rung >= 2) as rr, count(*) filter (where rung >= 3) as ra,
        count(*) filter (where returned_at is not null) as back, count(*) filter (where ended_at is not null) as e,
        count(*) filter (where status >= 2) as e2
      from control_ledger i where i.batch_id = b.id) l
    where (b.total, b.queued, b.sent, b.received, b.applied, b.verified, b.failed, b.timed_out, b.superseded, b.returned, b.ended, b.ended,
        b.reached_sent, b.reached_received, b.reached_applied)
      is distinct from (l.n, l.q, l.s, l.r, l.a, l.v, l.f, l.t, l.o, l.back, l.e, l.e2, l.rs, l.rr, l.ra)
      or b.state <> control_batch_state(b.total, b.ended, b.failed, b.timed_out, b.superseded, b.queued)
      or b.status <> control_batch_status(b.total, b.ended, b.failed + b.superseded, b.timed_out, b.queued) or (b.ended_at is not null) <> (b.ended = b.total)`)
