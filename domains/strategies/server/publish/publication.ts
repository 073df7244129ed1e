import type { Selector } from '@lamplight/control/model'
import { needsSecondPerson } from '@lamplight/control/server'
import { A, type AnswerOf, type Ctx, errors, inTransaction, visibleRow } from '@lamplight/server-kit'
import { isBelowFloor } from '../../model/finding-words.ts'
import { strategiesErrors, strategy as strategyResource } from '../../model/index.ts'
import { factsOf } from '../facts.ts'
import { refuseUnheld } from '../holding.ts'
import { findingsOf } from '../night/lint.ts'
import { idsOnly } from '../strategy-devices.ts'
import { previewOf } from './preview-work.ts'
import { lockPublications, PUBLICATION, type PublicationKind, publish, strategiesBy } from './publish.ts'
import { devicesOf, nameOf, outsideOf, thoseWith } from './targets.ts'

export interface Request {
  readonly strategyId: string
  readonly kind: PublicationKind
  readonly selector: Selector
  readonly reason: string
  /** The user has named the devices: one that the user does not see is an error. */
  readonly isNamed?: boolean
}
export const PublishedReturns = A.of({
  id: A.id,
  /** State of the publication (publication.lifecycle.ts): 0 awaits approval, 1 published. */
  state: A.int,
  devices: A.int,
  /** Command records of the ledger, one for each combination of strategies. */
  batchIds: A.list(A.id),
})
export type Published = AnswerOf<typeof PublishedReturns>

/** Who approves publications, and above which number of devices. */
export const APPROVED = { right: 'strategy_publication_approve', param: 'strategy.approval.devices' } as const

/** States of a publication (publication.lifecycle.ts). */
export const AWAITS = 0
export const DONE = 1
export const WITHDRAWN = 3

const record = async (ctx: Ctx, values: Readonly<Record<string, unknown>>): Promise<string> => {
  const id = ctx.platform.newId()
  await ctx.query(
    `insert into strategies_publication (id, tenant_id, create_user, strategy_id, strategy_name, version, kind, state, target_text, target_text_en, devices, reason, requester_id, batch_ids, device_ids, facts)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $3, $13, $14, $15)`,
    [
      id,
      ctx.tenantId,
      ctx.user.id,
      values.strategyId,
      values.name,
      values.version,
      values.kind,
      values.state,
      values.targetText,
      values.targetTextEn,
      values.devices,
      values.reason,
      values.batchIds,
      values.deviceIds,
      values.facts,
    ],
  )
  return id
}

const requested = async (ctx: Ctx, { strategyId, kind, selector, reason, isNamed = false }: Request): Promise<Published> => {
  await visibleRow(ctx, strategyResource, strategyId)
  // The preview computes the calendars that are sent.
  await lockPublications(ctx)
  const strategy = (await strategiesBy(ctx.query, [strategyId])).get(strategyId)
  if (!strategy) throw errors.notFound()
  const chosen = await devicesOf(ctx, selector, strategy)
  if (chosen.length === 0) throw strategiesErrors.noDevices({}, 'controllerIds')
  const deviceIds = kind === PUBLICATION.unassign ? await thoseWith(ctx, strategyId, chosen) : chosen
  if (deviceIds.length === 0) throw strategiesErrors.noStrategy({}, 'controllerIds')
  const [own, unassign] = [{ controllerIds: deviceIds }, kind === PUBLICATION.unassign]
  const outside = isNamed ? await outsideOf(ctx, selector, strategy) : 0
  const work = await previewOf(ctx, { own: strategy, selector: own, deviceIds, outside, unassign })
  const isBelow = work.faults.some(isBelowFloor)
  const [first] = findingsOf(
    ctx,
    work.faults.filter((fault) => fault.severity === 'error' && !isBelowFloor(fault)),
  )
  if (first) throw strategiesErrors.faulty({ why: first.text }, 'entries')
  refuseUnheld(ctx, work.holdings)
  if (isBelow && !reason) throw strategiesErrors.belowFloor({}, 'reason')
  const waits = isBelow || (await needsSecondPerson(ctx.platform, APPROVED, deviceIds.length))
  const [targetText, targetTextEn] = await nameOf(ctx, selector)
  const common = {
    strategyId,
    name: strategy.name,
    version: strategy.version,
    kind,
    targetText,
    targetTextEn,
    devices: deviceIds.length,
    reason,
  }
  const facts = await factsOf(ctx, work, { strategy, unassign, lamps: idsOnly(deviceIds) })
  const kept = { ...common, deviceIds, facts: facts && JSON.stringify(facts) }
  const detail = { after: { strategyId, strategyName: strategy.name, version: strategy.version, kind, targetText, targetTextEn, reason } }
  if (waits) {
    const id = await record(ctx, { ...kept, state: AWAITS, batchIds: null })
    await ctx.audit({ what: 'strategies.publication.request', target: id, count: deviceIds.length, detail })
    return { id, state: AWAITS, devices: deviceIds.length, batchIds: [] }
  }
  const sent = await publish(ctx, { strategy, kind, deviceIds, ...(!unassign && { holdings: work.holdings }) })
  const batchIds = sent.map(({ batchId }) => batchId)
  const id = await record(ctx, { ...kept, state: DONE, batchIds: batchIds.join() })
  await ctx.audit({ what: 'strategies.publication.publish', target: id, count: deviceIds.length, detail })
  return { id, state: DONE, devices: deviceIds.length, batchIds }
}

/**
 * Publishes a strategy to devices, or asks a second person first: if it touches more devices than a parameter says, or goes below the floor of a road class.
 * Refuses a program with errors, or one that a device model cannot hold. Inserts one row for each call, also if the publication waits for an approval.
 */
export const requestPublication = (caller: Ctx, request: Request): Promise<Published> =>
  inTransaction(caller, (ctx) => requested(ctx, request))
