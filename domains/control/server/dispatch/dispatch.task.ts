import { randomUUID } from 'node:crypto'
import { GATEWAYS_CONNECTED, isRoute } from '@lamplight/devices/model'
import { type Platform, stackOf, type Task } from '@lamplight/server-kit'
import { BATCH_CREATED } from '../../model/events.ts'
import { createCheck } from '../ledger/check.ts'
import { createCombiner } from '../ledger/combiner.ts'
import { BACKGROUND_AT_ONCE, createAllowance, LANE, type Lane } from '../ledger/lane.ts'
import { type Claim, createOutbox, type ToDo } from '../ledger/outbox.ts'
import { writerPort } from '../ledger/writer-ports.ts'
import { driversPort } from './drivers-ports.ts'
import { createRouteSender } from './route-sender.ts'

const TICK_MS = 250
/** Number of gateways to which messages are published at the same time. */
const AT_ONCE = 512
/** Number of gateways opened in one step, and the smallest step while messages are published. */
const MAX_GATEWAYS = 256
const LEAST = 128
const CLAIM = 256
const FIRST_STEP = 8
const HOUR_MS = 3_600_000
/** Number of events about reconnected gateways that are handled together. */
const WOKEN_AT_ONCE = 25
const LAST_MS = 1000
/** Background work is opened at least this often, also while commands of operators wait, so that a steady flow of them cannot hold it back for ever. */
const OVERDUE_MS = 1000

/** `devices.connected` */
interface Connected {
  readonly gatewaySns: readonly string[]
  /** Epoch ms. */
  readonly at: number
}

/** A signal that ends the wait of a loop before its next tick. */
const createBell = () => {
  let ring: (() => void) | undefined
  let rung = false
  return {
    ring: (): void => {
      rung = true
      ring?.()
    },
    wait: (ms: number): Promise<void> =>
      rung
        ? Promise.resolve().then(() => {
            rung = false
          })
        : new Promise((resolve) => {
            const end = (): void => {
              clearTimeout(timer)
              ring = undefined
              rung = false
              resolve()
            }
            const timer = setTimeout(end, ms)
            ring = end
          }),
  }
}

/**
 * Runs one dispatch loop per process: opens fresh batches, claims due work of online gateways, publishes to many gateways in
 * parallel but to each in order, and enforces deadlines. Claims are leases: the claims of a killed process become due again
 * soon, and devices execute a command only once. Background work comes after commands of operators, at a limited rate.
 */
export const startDispatcher = (platform: Platform): (() => Promise<void>) => {
  const { mqtt, log, clock, bus } = platform
  const writer = platform.port(writerPort)
  const owner = randomUUID()
  const outbox = createOutbox({ platform, writer, owner })
  const drivers = platform.port(driversPort)
  const sender = createRouteSender({ platform, writer, drivers, owner })
  const check = createCheck({ platform, writer })
  const bell = createBell()
  const lines = new Map<string, Promise<void>>()
  const routeLines = new Set<Promise<void>>()
  const background = new Set<Promise<void>>()
  const allowance = createAllowance(platform.config.number('COMMAND_READS_PER_SECOND', 100), clock.now)
  let stopping = false
  let lookedAt = Number.NEGATIVE_INFINITY
  let openedAt = Number.NEGATIVE_INFINITY
  let woken = false
  let fresh = new Set<Lane>([LANE.operators, LANE.background])
  let from: 'newest' | 'oldest' = 'oldest'
  let fromOfBackground: 'newest' | 'oldest' = 'oldest'
  let step = FIRST_STEP
  let forgotAt = clock.now()

  const failed = ({ gatewaySn: gateway, order }: Claim, why: unknown): void =>
    log.warn('publishing failed', { gateway, batch: order.id, why: String(why) })
  const send = (claim: Claim): void => {
    const line = sender
      .send(claim)
      .catch((why: unknown) => failed(claim, why))
      .finally(() => {
        routeLines.delete(line)
        woken = true
        bell.ring()
      })
    routeLines.add(line)
  }
  /** Publishes a claim after those already being published to the same gateway. */
  const publish = (claim: Claim, lane: Lane): void => {
    if (isRoute(claim.gatewaySn)) {
      send(claim)
      return
    }
    const before = lines.get(claim.gatewaySn) ?? Promise.resolve()
    const line = before
      .then(() => outbox.publish(claim))
      .catch((why: unknown) => failed(claim, why))
      .finally(() => {
        if (lines.get(claim.gatewaySn) === line) lines.delete(claim.gatewaySn)
        background.delete(line)
        bell.ring()
      })
    lines.set(claim.gatewaySn, line)
    if (lane === LANE.background) background.add(line)
  }
  const deadlines = async ({ overdue, look }: ToDo): Promise<void> => {
    if (overdue) await check.expire()
    if (look) await check.look()
    if (clock.now() - forgotAt > HOUR_MS) {
      forgotAt = clock.now()
      await check.forget()
    }
  }
  /** Number of gateways of a lane that may be opened or claimed now. */
  const room = (lane: Lane): number => {
    const all = AT_ONCE - lines.size
    return lane === LANE.operators ? all : Math.max(0, Math.min(all, BACKGROUND_AT_ONCE - background.size, allowance.left()))
  }
  const claimDue = async (lane: Lane): Promise<number> => {
    const most = mqtt.state() === 'up' ? Math.min(CLAIM, room(lane)) : 0
    const claims = most > 0 ? await outbox.claim(most, lane) : []
    if (lane === LANE.background) allowance.take(claims.length)
    for (const claim of claims) publish(claim, lane)
    return claims.length
  }
  /** Claims due work and enforces deadlines, on each tick and when a gateway reconnects. */
  const round = async (): Promise<boolean> => {
    if (!woken && Math.abs(clock.now() - lookedAt) < TICK_MS) return false
    woken = false
    const toDo = await outbox.toDo()
    fresh = fresh.union(new Set(toDo.fresh))
    if (drivers.any && toDo.due.length > 0) for (const claim of await outbox.claimRoutes()) send(claim)
    if (toDo.due.includes(LANE.operators) && (await claimDue(LANE.operators)) === CLAIM) {
      woken = true
      return true
    }
    if (toDo.due.includes(LANE.background)) await claimDue(LANE.background)
    lookedAt = clock.now()
    await deadlines(toDo)
    return false
  }
  /**
   * Opens fresh work in steps that start small, so that the first command is sent soon. Alternates between the newest and the oldest batch, so
   * that a command which replaces another need not wait for it, and none waits for ever. Without a broker nothing is claimed.
   */
  const open = async (): Promise<boolean> => {
    const up = mqtt.state() === 'up'
    if (!fresh.has(LANE.operators) || (up && lines.size > AT_ONCE - LEAST)) return false
    const most = up ? Math.min(step, room(LANE.operators)) : MAX_GATEWAYS
    fresh.delete(LANE.operators)
    from = from === 'newest' ? 'oldest' : 'newest'
    const { n, claims } = await outbox.open(most, up, from)
    for (const claim of claims) publish(claim, LANE.operators)
    step = n < most ? FIRST_STEP : Math.min(MAX_GATEWAYS, step * 4)
    if (n > 0) fresh.add(LANE.operators)
    return n > 0
  }
  /**
   * Opens fresh background work, at most once in a tick: as many batches as there is room for, until a command of an operator waits to be opened. If one waits
   * already, a single batch that is overdue.
   */
  const openBackground = async (): Promise<void> => {
    const waited = Math.abs(clock.now() - openedAt)
    let most = Math.min(MAX_GATEWAYS, room(LANE.background))
    if (waited < TICK_MS || !fresh.has(LANE.background) || most <= 0) return
    if (fresh.has(LANE.operators) && waited < OVERDUE_MS) return
    openedAt = clock.now()
    fresh.delete(LANE.background)
    do {
      fromOfBackground = fromOfBackground === 'newest' ? 'oldest' : 'newest'
      const { n, claims } = await outbox.open(most, mqtt.state() === 'up', fromOfBackground, LANE.background)
      allowance.take(n)
      for (const claim of claims) publish(claim, LANE.background)
      if (n === 0) return
      most -= n
    } while (most > 0 && !fresh.has(LANE.operators))
    fresh.add(LANE.background)
  }
  /** Runs one turn; resolves with true if there may be more work at once. */
  const turn = async (): Promise<boolean> => {
    const opened = await open()
    await openBackground()
    return (await round()) || opened
  }
  const loop = (async () => {
    while (!stopping) {
      const more = await turn().catch((why: unknown) => {
        if (!stopping) log.error('dispatch failed', { why: stackOf(why) })
        return false
      })
      if (!more && !stopping) await bell.wait(TICK_MS)
    }
  })()
  const wake = async (gatewaySns: readonly string[] | null, at?: number): Promise<void> => {
    if (!(await outbox.wake(gatewaySns, at))) return
    woken = true
    bell.ring()
  }
  // The reconnect of a city arrives as many events: handled in parallel, they would hold all database connections and wait for the same batches.
  const returning = createCombiner<Connected>({
    most: WOKEN_AT_ONCE,
    write: (all) =>
      wake(
        all.flatMap(({ gatewaySns }) => gatewaySns),
        Math.max(...all.map(({ at }) => at)),
      ),
  })
  mqtt.onReturn?.(() => {
    if (!stopping) void wake(null).catch((why: unknown) => log.warn('what waits was not woken', { why: String(why) }))
  })
  const offs = [
    bus.on(BATCH_CREATED, ({ lane }) => {
      fresh.add(lane)
      step = FIRST_STEP
      bell.ring()
    }),
    bus.on(GATEWAYS_CONNECTED, (news) => returning.add([news])),
  ]
  return async () => {
    stopping = true
    sender.stop()
    for (const off of offs) off()
    bell.ring()
    await loop
    // Does not wait for gateways without an answer: their leases expire.
    await Promise.race([
      Promise.allSettled([...lines.values(), ...routeLines, check.idle()]),
      new Promise((resolve) => setTimeout(resolve, LAST_MS)),
    ])
    await Promise.all([writer.idle(), outbox.idle(), returning.idle()])
  }
}

export const dispatchTask: Task = { name: 'control.dispatch', role: 'dispatch', start: async (platform) => startDispatcher(platform) }
