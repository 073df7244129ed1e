import { deviceTypesPort } from '@lamplight/devices/model'
import type { Platform, Query } from '@lamplight/server-kit'
import type { ExpectedEffect } from '../model/index.ts'
import type { Item, ItemNews } from './advance.ts'
import { columns } from './arrays.ts'
import type { Answer, DeviceReport, Outcome, PackKey, SentTo, UnmatchedAnswer, Unproven } from './ledger-types.ts'
import { AWAITING, LOOK_AT, SEND_NO_MORE } from './ledger-work.ts'
import { BY_KEY, createMovements, effectOf, type Moving } from './movements.ts'
import { createOpening } from './opening.ts'
import { keyOf, loadBatch, type Pack, type PlaceRow, placeColumns, placesOf } from './pack.ts'
import { TAKE_BACK } from './packing.ts'
import type { ParamAnswer } from './param-answers.ts'
import { storedNews } from './stored.ts'

const NOTHING: Outcome = { heads: [], unmatched: [] }

/** Time limits in seconds, which a deployment can set. */
const timesOf = (config: Platform['config']) => {
  const verify = config.number('COMMAND_VERIFY_SECONDS', 30)
  return {
    expire: config.number('COMMAND_EXPIRE_SECONDS', 600),
    resend: config.number('COMMAND_RESEND_SECONDS', 10),
    verify,
    look: verify / 3,
    settle: Math.min(3, verify / 6),
  }
}

const indexOf = (values: readonly string[]): ((value: string) => number | undefined) => {
  let places: Map<string, number> | undefined
  let last = -1
  return (value) => {
    // Answers mostly arrive in the order of the devices.
    if (values[last + 1] === value) {
      last += 1
      return last
    }
    places ??= new Map(values.map((one, at) => [one, at]))
    const found = places.get(value)
    if (found !== undefined) last = found
    return found
  }
}

const answerNews = ({ ok, code, at, reported, receivedAt, sentAt }: Answer): ItemNews => ({
  kind: 'ack',
  ok,
  code,
  at,
  reported,
  receivedAt,
  leftAt: sentAt,
})

const paramAnswer = (
  { tenants }: Moving,
  { name, op }: NonNullable<ExpectedEffect['family']>,
  { batchId, ok, code, at, reported }: Answer,
  deviceId: string,
): ParamAnswer => ({
  deviceId,
  batchId,
  tenantId: tenants.get(batchId) ?? '',
  family: name,
  op,
  ok,
  code,
  at,
  held: reported.params?.[name],
})

const all = (): boolean => true
const openIn = (pack: Pack): string[] =>
  pack.sns().filter((_, at) => (pack.items[at] as Item).status <= 1 && (pack.items[at] as Item).rung >= 2)

/**
 * The ledger: all changes of devices, by packs. Each call runs inside the caller's transaction and first locks all batches that it
 * changes, in the order of their ids, so that changes of a batch are serialised and never deadlock. Code that takes rows of
 * control_work without these locks uses `skip locked`.
 */
export const createLedger = (platform: Pick<Platform, 'clock' | 'config' | 'live' | 'newId' | 'port'>) => {
  const { clock, config } = platform
  const startedAt = clock.now()
  const times = timesOf(config)
  const lookMs = times.look * 1000
  const verifyMs = times.verify * 1000

  const movements = createMovements(platform, { verifyMs, lookMs })
  const { lock, lockPlaces, load, lookAfter, settle, step, moveAll, endWork, hear: applyReports } = movements
  const opened = createOpening(platform, movements)

  return {
    times,

    sent: async (query: Query, messages: readonly SentTo[]): Promise<Outcome> => {
      const moving = await lockPlaces(query, messages)
      if (!moving) return NOTHING
      const packs = new Map((await load(moving, messages, ['sns'])).map((pack) => [keyOf(pack), pack]))
      for (const message of messages) {
        const pack = packs.get(keyOf(message))
        const taken = new Set(message.sns)
        if (pack) moveAll(moving, [pack], { kind: 'sent', at: message.at }, false, (_, { sns }, at) => taken.has(sns()[at] as string))
      }
      return settle(moving)
    },

    acked: async (
      query: Query,
      answers: readonly Answer[],
    ): Promise<Outcome & { answered: readonly string[]; params: readonly ParamAnswer[] }> => {
      const moving = await lockPlaces(query, answers)
      const unmatched: UnmatchedAnswer[] = []
      const params: ParamAnswer[] = []
      const isParam = moving !== null && [...moving.batches.values()].some(({ family }) => family)
      const packs = new Map(
        (moving ? await load(moving, answers, isParam ? ['sns', 'device_ids'] : ['sns']) : []).map((pack) => [
          keyOf(pack),
          { pack, find: indexOf(pack.sns()) },
        ]),
      )
      for (const answer of answers) {
        const found = packs.get(keyOf(answer))
        const effect = moving && found ? effectOf(moving, found.pack, false)(0) : undefined
        let last: { item: Item; next: Item } | undefined
        for (const sn of answer.sns) {
          const at = found?.find(sn)
          if (!moving || !found || !effect || at === undefined) {
            unmatched.push({ gateway_sn: answer.gatewaySn, id: answer.batchId, sn })
            continue
          }
          const item = found.pack.items[at] as Item
          if (last?.item !== item) last = { item, next: step(item, effect, answerNews(answer), moving.now) }
          moving.tallies.move(found.pack, at, last.next)
          if (effect.family) params.push(paramAnswer(moving, effect.family, answer, found.pack.deviceIds()[at] ?? ''))
        }
      }
      if (!moving) return { heads: [], unmatched, answered: [], params }
      const answered = [...moving.tallies.changed]
        .filter((pack) => pack.items.every(({ rung, status }) => rung >= 2 || status >= 2))
        .map(keyOf)
      await lookAfter(moving)
      return { ...(await settle(moving, unmatched)), answered, params }
    },

    reported: async (query: Query, reports: readonly DeviceReport[]): Promise<Outcome> => {
      const [, places] = await Promise.all([
        query(BY_KEY),
        query<PlaceRow>(AWAITING, [
          ...columns([...new Set(reports.map((report) => report.gatewayId))], (id) => id || null),
          ...columns(reports, (report) => report.deviceId),
          [...new Set(reports.flatMap(({ route }) => route || []))],
        ]),
      ])
      const moving = places.length > 0 ? await lockPlaces(query, placesOf(places)) : null
      if (!moving) return NOTHING
      applyReports(moving, await load(moving, placesOf(places), ['device_ids', 'expects', 'tolerances']), reports)
      await lookAfter(moving)
      return settle(moving)
    },

    /**
     * Applies the stored values of the devices, then ends those whose time is over: after the query of their meter has had its time, or without
     * a query (gateway offline) after twice the time. Also returns the devices that still wait for a proof.
     */
    judged: async (query: Query, keys: readonly PackKey[]): Promise<Outcome & { unproven: readonly Unproven[] }> => {
      const moving = await lockPlaces(query, keys)
      if (!moving) return { ...NOTHING, unproven: [] }
      const { now } = moving
      const packs = await load(moving, keys, ['device_ids', 'sns', 'expects', 'tolerances'])
      applyReports(moving, packs, await storedNews(query, () => platform.port(deviceTypesPort), keys))
      const hadItsTime = (item: Item, { probedAt }: Pack): boolean => {
        if (item.status > 1 || item.rung < 2 || item.verifyBy === null || item.verifyBy > now) return false
        const readDue =
          probedAt !== null && probedAt >= (item.receivedAt ?? 0) && probedAt >= now - verifyMs && probedAt <= now - times.settle * 1000
        return readDue || Math.max(item.verifyBy, startedAt) + verifyMs <= now
      }
      moveAll(moving, packs, { kind: 'judge', now }, true, hadItsTime)
      const outcome = await settle(moving)
      const unproven = packs.map((pack) => ({ batchId: pack.batchId, gatewaySn: pack.gatewaySn, sns: openIn(pack) }))
      const later = unproven.filter(({ sns }) => sns.length > 0)
      await query(LOOK_AT, [...placeColumns(later), new Date(now + lookMs)])
      await query(LOOK_AT, [...placeColumns(unproven.filter(({ sns }) => sns.length === 0)), null])
      await endWork(query, packs)
      return { ...outcome, unproven: later }
    },

    expired: async (query: Query, keys: readonly PackKey[]): Promise<Outcome> => {
      const moving = await lockPlaces(query, keys)
      if (!moving) return NOTHING
      const packs = await load(moving, keys, [])
      moveAll(moving, packs, { kind: 'expire' }, false, all)
      const outcome = await settle(moving)
      await query(SEND_NO_MORE, placeColumns(keys))
      await endWork(query, packs)
      return outcome
    },

    /** Ends the devices that have not been sent. `code`: the reason. */
    cancelled: async (query: Query, batchId: string, code?: string): Promise<Outcome> => {
      const moving = await lock(query, [batchId])
      if (!moving) return NOTHING
      await query(TAKE_BACK, [batchId])
      moveAll(moving, await loadBatch(query, batchId, moving.watched), { kind: 'cancel', ...(code !== undefined && { code }) }, false, all)
      return settle(moving)
    },

    opened,

    /** Changes work rows of several batches under their locks. */
    work: async (query: Query, batchIds: readonly string[], statement: string, params: readonly unknown[]): Promise<object[]> => {
      await lock(query, batchIds)
      return query(statement, params)
    },
  }
}
