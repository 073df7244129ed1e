import { exampleId } from '@lamplight/kit'
import { A, type Ctx, route, T } from '@lamplight/server-kit'
import { strategy } from '../../model/index.ts'
import { findingsOf } from '../night/lint.ts'
import { draftIn } from './draft.ts'
import { previewOf, YEAR } from './preview-work.ts'
import { assignedTo, devicesOf, outsideOf, readerOf, selectorIn, thoseWith } from './targets.ts'

const Sums = A.of({
  lit: A.number,
  litInDaylight: A.number,
  darkBeforeDusk: A.number,
  darkAtNight: A.number,
  kwh: A.number,
  cost: A.number,
  co2: A.number,
})
const Steps = A.list(A.list(A.number))
const FindingReturns = A.of({
  code: A.text,
  severity: A.text,
  text: A.text,
  firstNight: A.nullable(A.text),
  nights: A.nullable(A.int),
  special: A.nullable(A.int),
  entries: A.list(A.int),
  /** `model`: the finding is about what controllers of this model hold. */
  values: A.open,
})

/** Pushes of a running preview are at least this long apart, ms. */
const TELL_MS = 200
/** Tells the user who waits for a preview how far it is. */
const teller = ({ platform, tenantId, user }: Ctx, key: string) => {
  let last = performance.now()
  return (done: number, total: number): void => {
    if (performance.now() - last < TELL_MS) return
    last = performance.now()
    platform.live.push(tenantId, `preview:${key}`, { by: user.id, done, total })
  }
}

/**
 * What a strategy would do to lamps on each of the next nights, beside what they do now; the findings of the linter; and what else the publication
 * touches. Written by hand: it computes, and no rows of a resource are its answer.
 */
export const previewRoute = route({
  method: 'POST',
  path: '/api/blade-strategy/workstrategy/preview',
  summary: ['策略预览', 'Preview of a strategy'],
  example: { body: { id: exampleId(strategy.name) } },
  permission: 'workstrategy_view',
  body: T.Object(
    {
      id: T.Optional(T.String({ pattern: '^[0-9]{1,19}$' })),
      nights: T.Optional(T.Integer({ minimum: 1, maximum: YEAR })),
      progress: T.Optional(
        T.String({ pattern: '^[0-9a-f]{32}$', description: 'key of the live topic preview:KEY that tells how far it is' }),
      ),
      unassign: T.Optional(T.Boolean({ description: 'what happens if the strategy is taken from the lamps' })),
    },
    { additionalProperties: true },
  ),
  bodyLimit: 4 * 1024 * 1024,
  returns: A.of({
    firstStreets: A.list(A.of({ id: A.id, name: A.text, n: A.int })),
    firstOffline: A.list(A.of({ id: A.id, sn: A.text, type: A.int })),
    devices: A.int,
    streets: A.int,
    offline: A.int,
    from: A.text,
    zone: A.text,
    site: A.nullable(A.of({ lat: A.number, lng: A.number })),
    peakKw: A.number,
    peakKwNow: A.number,
    replaces: A.list(A.of({ id: A.id, name: A.text, n: A.int })),
    /** Special strategies on the same nights: which wins, and on which dates. */
    rivals: A.list(A.of({ id: A.id, name: A.text, priority: A.int, wins: A.yes, n: A.int, nights: A.int, dates: A.list(A.text) })),
    nights: A.list(A.of({ night: A.text, next: Sums, now: Sums })),
    total: Sums,
    totalNow: Sums,
    /** By night: minutes after its noon and level, alternating, at the middle of the lamps. */
    steps: Steps,
    stepsNow: Steps,
    findings: A.list(FindingReturns),
  }),
  handler: async ({ ctx, body }) => {
    const reader = readerOf(ctx, {}, body)
    const own = await draftIn(ctx, body as Record<string, unknown>)
    const unassign = body.unassign === true
    const chosen = hasSelector(body) ? selectorIn(reader) : own.id ? { controllerIds: await assignedTo(ctx, own.id) } : null
    // Only devices that have the strategy lose it.
    const selector = unassign && chosen ? { controllerIds: await thoseWith(ctx, own.id, await devicesOf(ctx, chosen, own)) } : chosen
    const work = await previewOf(
      ctx,
      { own, selector, nights: body.nights, unassign, outside: hasSelector(body) && chosen ? await outsideOf(ctx, chosen, own) : 0 },
      body.progress ? teller(ctx, body.progress) : undefined,
    )
    const { devices, streets, offline, firstStreets, firstOffline, replaces, rivals, site, peakKw, peakKwNow, nights, total, totalNow } =
      work
    return {
      devices,
      streets,
      offline,
      firstStreets: [...firstStreets],
      firstOffline: [...firstOffline],
      replaces,
      rivals: [...rivals],
      site,
      peakKw,
      peakKwNow,
      nights,
      total,
      totalNow,
      from: nights[0]?.night ?? '',
      zone: ctx.zone,
      steps: work.steps(),
      stepsNow: work.stepsNow(),
      findings: findingsOf(ctx, work.findings),
    }
  },
})

const SELECTORS = ['controllerIds', 'lampIds', 'groupId', 'areaId', 'streetId', 'projectId', 'filter', 'controllerFilter'] as const
const hasSelector = (body: unknown): boolean =>
  SELECTORS.some((name) => {
    const value = (body as Record<string, unknown> | undefined)?.[name]
    return value !== undefined && value !== null && value !== ''
  })
