import { namedValues } from '@lamplight/devices/server'
import { f } from '@lamplight/fields/model'
import type { ParamFamilyDefinition, Text } from '@lamplight/kit'
import { A, type AnswerOf, type Ctx, formatTime, type Route, readRow, type TSchema, visibleRow, wireRow } from '@lamplight/server-kit'
import { concentratorBase, concentratorConfig, concentratorType, loop, loopConfig, PORTS } from '../model/index.ts'
import { LoopReturns, type LoopRow, loopNamed, loopsOf, sendFamily } from './concentrator.handler.ts'
import { type ConcentratorCall, concentratorRoute, sendCommand } from './concentrator-call.ts'

const CONTROL = 'blade-city/concentrator/control'
const BATCH = { batchId: A.id, commandRecordId: A.id, total: A.int, status: A.int }

interface Latest {
  readonly values: Readonly<Record<string, unknown>>
  readonly at: Date | null
}
/** Values that the concentrator last reported. */
const latestOf = async (ctx: Ctx, id: string): Promise<Latest> => {
  const [row] = await ctx.query<{ v: (number | null)[] | null; texts: Record<string, unknown> | null; at: Date | null }>(
    'select l.v, l.texts, s.reported_at as at from devices_states s left join devices_values l on l.device_id = s.device_id where s.device_id = $1',
    [id],
  )
  return { values: namedValues(concentratorType, row?.v ?? [], row?.texts ?? {}), at: row?.at ?? null }
}
const numberOr = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Asks the concentrator for a report, and answers with the contacts of its last one. */
const contactsRoute = (kind: 'di' | 'do', summary: Text): Route =>
  concentratorRoute({
    method: 'GET',
    path: `${CONTROL}/get/${kind}`,
    summary,
    permission: 'concentrator_read',
    returns: A.of({ ...BATCH, reportedAt: A.time, contacts: A.list(A.of({ no: A.int, name: A.text, on: A.nullable(A.int) })) }),
    handle: async (call) => {
      const { values, at } = await latestOf(call.ctx, call.row.id)
      const contacts = Array.from({ length: PORTS }, (_, i) => i + 1).map((no) => ({
        no,
        name: `${kind.toUpperCase()}${no}`,
        on: numberOr(values[`${kind}${no}`]),
      }))
      return { ...(await sendCommand(call, 'read')), reportedAt: at ? formatTime(at, call.ctx.zone) : '', contacts }
    },
  })

/** Asks the concentrator for the values of a family, and answers with what the platform has stored. */
const familyRoute = <R extends TSchema>(
  path: string,
  family: ParamFamilyDefinition,
  returns: Readonly<Record<string, R>>,
  stored: (call: ConcentratorCall) => Promise<Readonly<Record<string, AnswerOf<R>>>>,
): Route =>
  concentratorRoute({
    method: 'GET',
    path: `${CONTROL}/get/${path}`,
    summary: [`读取${family.label[0]}`, `Read the ${family.label[1].toLowerCase()}`],
    permission: 'concentrator_read',
    returns: A.of({ ...BATCH, ...returns }),
    handle: async (call) => ({ ...(await sendFamily(call, family, 'get')), ...(await stored(call)) }),
  })

const storedConfig = async ({ ctx, row }: ConcentratorCall) => {
  const [raw] = await ctx.query('select * from cabinets_concentrator_config where sn = $1 and tenant_id = $2 and not is_deleted', [
    row.sn,
    row.tenantId,
  ])
  return { config: raw ? wireRow(concentratorConfig, readRow(concentratorConfig, raw), ctx) : null }
}
const PHASE_LETTERS = ['A', 'B', 'C'] as const
const LIT = 1
const LoopData = A.of({
  concentratorId: A.id,
  loopId: A.id,
  name: A.nullable(A.text),
  no: A.nullable(A.int),
  on: A.nullable(A.int),
  feedback: A.nullable(A.int),
  phases: A.list(A.of({ phase: A.text, voltage: A.nullable(A.measure('V')), current: A.nullable(A.measure('A')) })),
  lamps: A.int,
  lampsOn: A.int,
  lampsOnline: A.int,
  lampPower: A.measure('W'),
  reportedAt: A.time,
})
export type LoopAnswer = AnswerOf<typeof LoopData>
/** A loop with the contacts and phases of its concentrator, and its lamps by state. */
const loopData = async (call: ConcentratorCall): Promise<LoopAnswer> => {
  const { ctx, row } = call
  const found = await visibleRow<LoopRow & { name: string }>(ctx, loop, (await loopNamed(call)).id)
  const [latest, [lamps]] = await Promise.all([
    latestOf(ctx, row.id),
    ctx.query<{ total: number; lit: number; online: number; power: number | null }>(
      `select count(*)::int as total, (count(*) filter (where s.state = ${LIT}))::int as lit, (count(*) filter (where s.online))::int as online,
         sum(s.power) as power
       from cabinets_fed b left join devices_states s on s.device_id = b.device_id where b.loop_id = $1`,
      [found.id],
    ),
  ])
  const { values, at } = latest
  const phases = PHASE_LETTERS.filter((_, i) => found.phase === i + 1 || found.phase === PHASE_LETTERS.length + 1)
  return {
    concentratorId: row.id,
    loopId: found.id,
    name: found.name,
    no: found.no ?? null,
    on: found.doNo ? numberOr(values[`do${found.doNo}`]) : null,
    feedback: found.diNo ? numberOr(values[`di${found.diNo}`]) : null,
    phases: phases.map((letter) => ({
      phase: letter,
      voltage: numberOr(values[`voltage${letter}`]),
      current: numberOr(values[`current${letter}`]),
    })),
    lamps: lamps?.total ?? 0,
    lampsOn: lamps?.lit ?? 0,
    lampsOnline: lamps?.online ?? 0,
    lampPower: lamps?.power ?? 0,
    reportedAt: at ? formatTime(at, ctx.zone) : '',
  }
}

/** concentrator.control.get.*. Written by hand: the reads send a command and answer with what is known until its answer arrives. */
export const concentratorReadRoutes: readonly Route[] = [
  contactsRoute('di', ['读取数字输入', 'Read the digital inputs']),
  contactsRoute('do', ['读取数字输出', 'Read the digital outputs']),
  familyRoute('base_config', concentratorBase, { config: A.nullable(A.row(concentratorConfig)) }, storedConfig),
  familyRoute('loopconfig', loopConfig, { loops: A.list(LoopReturns) }, async ({ ctx, row }) => ({ loops: await loopsOf(ctx, row.id) })),
  concentratorRoute({
    method: 'GET',
    path: 'blade-city/concentrator/loop/data',
    summary: ['回路数据', 'Data of a loop'],
    permission: 'concentrator_view',
    fields: { loopId: f.ref(loop.name, { label: ['回路', 'Loop'], required: true }) },
    returns: LoopData,
    handle: loopData,
  }),
]
