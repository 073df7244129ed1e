import { setTimeout as sleep } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import { createBackups } from './backup/port.ts'
import { createDatabase, type Database, isWrongRole, tenantAccess } from './database/db.ts'
import { diskState } from './database/disk.ts'
import { createIds } from './database/ids.ts'
import { checkDeclared } from './declared.ts'
import type { MqttPort } from './gateway-link.ts'
import { A } from './http/answer-schema.ts'
import { createCtx, createHttp } from './http/http.ts'
import { describeApi } from './http/openapi.ts'
import type { Route } from './http/route-types.ts'
import { defineImportJobs, sheetImportJobs } from './import/import-job.ts'
import { lifecycleRoutes } from './lifecycle/lifecycle-routes.ts'
import { createLiveHub } from './live/live.ts'
import type { Clock, Config, Log, Platform, Role } from './platform-types.ts'
import { type Acting, actingPort, authenticatorPort, backupsPort, createPorts, provide, type Registry, registryPort } from './ports.ts'
import { createBus } from './process/bus.ts'
import { createJobs } from './process/jobs.ts'
import { announcedLog } from './process/log.ts'
import { isPastOpen } from './process/past.ts'
import { createRelay } from './process/relay.ts'
import { ALL_ROLES, createParts } from './process/roles.ts'
import { createThreads } from './process/threads.ts'
import { commonUser } from './resource/common-rights.ts'
import { resourceRoutes } from './resource/resource-routes.ts'
import type { ResourceServer, ServerSlice } from './slice-types.ts'

/** When the process stops, running requests have this long to end, ms. */
const LAST_ANSWERS_MS = 10_000
const IDLE_LOOK_MS = 25
/** Largest number of open sockets of one user in a process; each browser page has one. */
const SOCKETS_PER_USER = 50
/** Below this free space, MB, health reports the disk as full: the database may stop at any moment. */
const DISK_FREE_MB = 100

export interface Running {
  readonly platform: Platform
  readonly registry: Registry
  readonly db: Database
  readonly http: FastifyInstance
  /** Seeds missing rows in the database and starts the background tasks. */
  readonly start: () => Promise<void>
  /** Resolves when the past of the demo is complete. */
  readonly past: () => Promise<void>
  readonly stop: () => Promise<void>
  readonly health: () => Promise<{ ok: boolean; state: Record<string, unknown> }>
}

/** Returns a function that tells whether a slice declares a route. */
const ownersOf = (
  slices: readonly ServerSlice[],
  { resources, listings }: Pick<Registry, 'resources' | 'listings'>,
): ((route: Route, slice: ServerSlice) => boolean) => {
  const served = [...resources.values(), ...listings.values()]
  const bases = new Map(
    served.flatMap(({ resource }) => [resource.api.base, ...(resource.api.alias ?? [])].map((base) => [base, resource.name])),
  )
  const calls = new Map(
    served.flatMap(({ resource }) =>
      Object.keys(resource.api.calls ?? {}).map((call) => [call.replace(' ', ' /api/'), resource.name] as const),
    ),
  )
  const byHand = new Map(slices.flatMap((slice) => (slice.routes ?? []).map((route) => [route, slice] as const)))
  return (route, slice) => {
    const owner = byHand.get(route)
    if (owner) return owner === slice
    const named = calls.get(`${route.method} ${route.path}`)
    if (named) return named.split('.')[0] === slice.domain.name
    const base = [...bases.keys()].find((one) => route.path === `/api/${one}` || route.path.startsWith(`/api/${one}/`))
    return base !== undefined && bases.get(base)?.split('.')[0] === slice.domain.name
  }
}

const registryOf = (slices: readonly ServerSlice[], ownRoutes: readonly Route[]): Registry => {
  checkDeclared(slices)
  const resources = new Map<string, ResourceServer>()
  const listings = new Map<string, ResourceServer>()
  const declare = (all: Map<string, ResourceServer>, served: ResourceServer): void => {
    const { name } = served.resource
    if (resources.has(name) || listings.has(name)) throw new Error(`resource ${name} is declared twice`)
    all.set(name, served)
  }
  for (const slice of slices) {
    for (const served of slice.resources ?? []) declare(resources, served)
    for (const served of slice.listings ?? []) declare(listings, served)
  }
  const find = (name: string) => resources.get(name)
  const routes = [
    ...ownRoutes,
    ...slices.flatMap((slice) => [
      ...(slice.routes ?? []),
      ...(slice.resources ?? []).flatMap((served) => [...lifecycleRoutes(served, find), ...resourceRoutes(served, find)]),
      ...(slice.listings ?? []).flatMap((served) => resourceRoutes(served, find)),
    ]),
  ]
  const seen = new Set<string>()
  // A route written by hand replaces the generated one with the same address.
  const unique = routes.filter((route) => {
    const key = `${route.method} ${route.path.replace(/\{\w+\}/g, '{}')}`
    return !seen.has(key) && seen.add(key)
  })
  const sheets = [...resources.values()].filter(({ resource }) => typeof resource.io?.import === 'object')
  return {
    slices,
    resources,
    listings,
    routes: unique,
    jobs: [...slices.flatMap((slice) => slice.jobs ?? []), ...sheets.map(sheetImportJobs)],
  }
}

/** Creates the platform: database, bus, jobs, live hub, HTTP, and the slices. Composition roots and tests call it. */
export const createPlatform = async (options: {
  url: string
  slices: readonly ServerSlice[]
  mqtt: MqttPort
  log: Log
  config: Config
  clock?: Clock
  /** Roles of this process; default: all. */
  roles?: readonly Role[]
  /** True: other processes use the same database. The relay carries events between them, and leases make sure that single tasks run once. */
  cluster?: boolean
  /** Folder of the built console; undefined: the server answers API calls only. */
  consoleDir?: string
  announce?: (line: string) => void
}): Promise<Running> => {
  const { config } = options
  const clock = options.clock ?? { now: () => Date.now() }
  const relay = options.cluster ? createRelay({ url: options.url, log: options.log }) : undefined
  const bus = createBus(options.log, relay)
  const log = announcedLog(options.log, bus, () => clock.now())
  const db = createDatabase({
    url: options.url,
    log,
    connectMs: config.number('CONNECT_SECONDS', 5) * 1000,
    statementMs: config.number('STATEMENT_SECONDS', 15) * 1000,
  })
  const roles = new Set(options.roles ?? ALL_ROLES)
  const number = await db.system.query<{ n: string }>(`select nextval('kit_process') as n`).catch((thrown: unknown) => {
    if (isWrongRole(thrown)) throw thrown
    return []
  })
  const newId = createIds(Number(number[0]?.n ?? process.pid))
  const port = createPorts(
    options.slices,
    [
      provide(registryPort, () => registry),
      provide(backupsPort, () => createBackups(options.url, config)),
      provide(actingPort, () => acting),
    ],
    () => platform,
  )
  const authenticator = () => port(authenticatorPort)
  const live = createLiveHub({
    log,
    clock,
    relay,
    authenticate: async (token, ip) => (await authenticator().authenticate(token, { ip, userAgent: '' }))?.user ?? null,
    who: (sessionIds) => authenticator().who(sessionIds),
    topics: Object.assign({}, ...options.slices.map((slice) => slice.live ?? {})),
    platform: () => platform,
    publicUrl: config.publicUrl,
    socketsPerUser: config.number('SOCKETS_PER_USER', SOCKETS_PER_USER),
  })
  let lastRequest = 0
  const jobs = createJobs({ system: db.system, platform: () => platform, log, newId, isAskedSince: (time) => lastRequest >= time })
  const threads = createThreads({ url: options.url, dataDir: config.dataDir, log })
  const platform: Platform = {
    system: db.system,
    asTenant: tenantAccess(db),
    bus,
    mqtt: options.mqtt,
    live,
    jobs,
    log,
    announce: options.announce ?? (() => undefined),
    clock,
    config,
    inThread: threads.run,
    newId,
    port,
    hash: {
      make: (secret) => hash(secret, { memoryCost: 19_456, timeCost: 2 }),
      verify: (made, secret) => verify(made, secret).catch(() => false),
    },
  }
  const parts = createParts({ platform, slices: options.slices, roles, jobs, relay, url: options.url })
  let started = false
  // Stays true while the last requests are answered.
  let begun = false
  const health = async () => {
    const [database, disk] = await Promise.all([db.state(), diskState(config.dataDir, config.number('DISK_FREE_MB', DISK_FREE_MB))])
    const [waiting] =
      database === 'up' ? await db.system.query<{ n: number }>('select count(*)::int as n from kit_job where status in (0, 1)') : []
    const state = {
      database,
      broker: options.mqtt.state(),
      disk,
      jobs: { state: jobs.state(), open: waiting?.n ?? -1 },
      roles: [...roles],
      schedules: parts.schedules(),
      others: relay?.peers() ?? 0,
      past: database === 'up' && (await isPastOpen(platform)) ? 'open' : 'complete',
      ready: started,
      demo: config.demo,
    }
    const works = database === 'up' && state.broker === 'up' && jobs.state() === 'up' && disk.state !== 'full'
    return { ok: started && works, state }
  }
  const healthRoute: Route = {
    method: 'GET',
    path: '/api/health',
    summary: ['健康检查', 'Health'],
    permission: 'public',
    answers: 'raw',
    returns: A.bare(A.of({ code: A.int, success: A.yes, data: A.open, msg: A.text })),
    handler: async ({ reply }) => {
      const { ok, state } = await health()
      reply.status(ok ? 200 : 503)
      return {
        code: ok ? 200 : 503,
        success: ok,
        data: state,
        msg: ok ? 'ok' : state.disk.state === 'full' ? 'the disk is full' : 'not ready',
      }
    },
  }
  const registry = registryOf(options.slices, [healthRoute])
  const acting: Acting = {
    as: async (userId, lang) => {
      const who = await authenticator().user(userId)
      return who && createCtx(platform, db, { ...who, lang, ip: '', userAgent: '' })
    },
    asAll: async (userIds, lang) => {
      const people = await Promise.all([...new Set(userIds)].map((id) => authenticator().user(id)))
      const [first] = people
      if (!first || people.includes(null)) return null
      const user = await commonUser(
        platform.system.query,
        people.flatMap((who) => who?.user ?? []),
      )
      return user && createCtx(platform, db, { user, zone: first.zone, lang, ip: '', userAgent: '' })
    },
  }
  const owns = ownersOf(options.slices, registry)
  defineImportJobs(() => platform, registry.resources)
  const api = roles.has('api')
  const http = await createHttp({
    platform,
    db,
    routes: api ? registry.routes : [healthRoute],
    authenticator,
    consoleDir: api ? options.consoleDir : undefined,
    describe: (drawn) =>
      describeApi(drawn, {
        routes: registry.routes,
        resources: [...registry.resources.values(), ...registry.listings.values()].map(({ resource }) => resource),
        slices: options.slices.map((slice) => ({ domain: slice.domain, owns: (route) => owns(route, slice) })),
      }),
    answers: (route) => begun || route === healthRoute,
  })
  http.addHook('onRequest', (_request, _reply, next) => {
    lastRequest = performance.now()
    next()
  })
  if (api) {
    http.get('/api/openapi.json', { schema: { hide: true } }, async () => http.swagger())
    live.attach(http.server)
  }

  return {
    platform,
    registry,
    db,
    http,
    health,
    past: () => parts.past(),
    start: async () => {
      await parts.start()
      begun = true
      started = true
    },
    stop: async () => {
      started = false
      // A load balancer that polls the health has this long to send clients to other processes.
      const drain = config.number('DRAIN_SECONDS', 0) * 1000
      if (drain > 0) await sleep(drain)
      await live.stop()
      const late = setTimeout(() => http.server.closeAllConnections(), LAST_ANSWERS_MS)
      // Closes connections as soon as they become idle.
      const idle = setInterval(() => http.server.closeIdleConnections(), IDLE_LOOK_MS)
      await http.close()
      clearTimeout(late)
      clearInterval(idle)
      await options.mqtt.leave?.().catch((thrown: unknown) => log.error('leaving the broker failed', { why: String(thrown) }))
      await parts.stop()
      await threads.stop()
      await db.stop()
    },
  }
}
