import { sendParam } from '@lamplight/control/server'
import { BatchReturns } from '@lamplight/devices/server'
import { f } from '@lamplight/fields/model'
import type { Field, ParamFamilyDefinition, ParamOp, Text } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import { A, type AnswerOf, type Ctx, changeRow, errors, fieldError, type Route } from '@lamplight/server-kit'
import { concentrator, loop, loopConfig, type MemberField, memberFamilies, PORTS } from '../model/index.ts'
import { loopsText, type Member, membersText } from '../model/stored-lists.ts'
import { type ConcentratorCall, concentratorRoute, sendCommand } from './concentrator-call.ts'

const BASE = 'blade-city/concentrator'
const SET = 'concentrator_config_set'
const MEMBER_CALLS: Readonly<Record<MemberField, string>> = {
  illuminanceMembers: 'illuminance_member',
  luminanceMembers: 'luminance_member',
  meterMembers: 'meter_member',
}

/** Sends an operation of a parameter family to the concentrator of a call. */
export const sendFamily = ({ ctx, row, request }: ConcentratorCall, family: ParamFamilyDefinition, op: ParamOp, value: ParamValue = {}) =>
  sendParam(ctx, { family, op, value, again: null }, [row.id], request)

/** concentrator.control.set.meter_member and its like: `{concentratorId, members: [{index, sn | address, protocol}]}` replaces the list and sends it. */
const memberRoute = (field: MemberField): Route => {
  const family = memberFamilies[field]
  const [zh, en] = family.label
  return concentratorRoute({
    method: 'POST',
    path: `${BASE}/control/set/${MEMBER_CALLS[field]}`,
    summary: [`设置${zh}`, `Set ${en.toLowerCase()}`],
    permission: SET,
    fields: { members: concentrator.fields[field] as Field },
    returns: BatchReturns,
    handle: async (call) => {
      const members = (call.input.members ?? []) as readonly Member[]
      const nameless = members.findIndex(({ sn, address }) => !sn && (address ?? null) === null)
      if (nameless >= 0)
        throw fieldError(
          'members',
          [`第${nameless + 1}项：序列号和总线地址至少填一个`, `item ${nameless + 1}: needs a serial number or a bus address`],
          call.ctx.lang,
        )
      await changeRow(call.ctx, concentrator, { id: call.row.id, [field]: members })
      return sendFamily(call, family, 'set', { list: membersText(members) })
    },
  })
}

const setting = A.nullable(A.int)
export const LoopReturns = A.of({ id: A.id, no: setting, phase: setting, doNo: setting, diNo: setting, strategyId: setting })
export type LoopRow = AnswerOf<typeof LoopReturns>
export const loopsOf = (ctx: Ctx, concentratorId: string): Promise<LoopRow[]> =>
  ctx.query(
    `select id::text as id, no, phase, do_no as "doNo", di_no as "diNo", strategy_id as "strategyId" from cabinets_loop
     where concentrator_id = $1 and not is_deleted order by no, id`,
    [concentratorId],
  )
const loopId = (isRequired: boolean) => f.ref(loop.name, { label: ['回路', 'Loop'], ...(isRequired && { required: true as const }) })
const portNo = (zh: string, en: string) => f.int({ label: [zh, en], min: 1, max: PORTS })
const LOOP_FIELDS = {
  no: f.int({ label: ['回路号', 'Number'], min: 1, max: 99 }),
  phase: f.int({ label: ['相位', 'Phases'], min: 1, max: 4 }),
  doNo: portNo('输出端口', 'Output port'),
  diNo: portNo('输入端口', 'Input port'),
  strategyId: f.int({ label: ['集中控制器策略编号', 'Strategy in the concentrator'], min: 0, max: 99 }),
}

/** Stores what the call says about a loop, and sends the configuration of all loops of the concentrator. */
const setLoops = async (call: ConcentratorCall) => {
  const { ctx, row, input } = call
  const { loopId: id, ...given } = input
  const stated = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
  if (id) await changeRow(ctx, loop, { id, ...stated, concentratorId: row.id })
  else if (Object.keys(stated).length > 0) throw errors.missingParameter({ field: 'loopId' }, 'loopId')
  return sendFamily(call, loopConfig, 'set', { list: loopsText(await loopsOf(ctx, row.id)) })
}
/** Returns the loop that the call names. Throws unless it is a loop of the call's concentrator. */
export const loopNamed = async ({ ctx, row, input }: ConcentratorCall): Promise<LoopRow> => {
  const found = (await loopsOf(ctx, row.id)).find(({ id }) => id === input.loopId)
  if (!found) throw fieldError('loopId', ['不属于该集中控制器', 'does not belong to this concentrator'], ctx.lang)
  return found
}
/** Deletes the configuration of one loop, or of all, on the device. The loops of the platform keep their outputs. */
const deleteLoops = async (call: ConcentratorCall) => {
  const { ctx, row, input } = call
  const named = input.loopId ? await loopNamed(call) : null
  const rest = named ? (await loopsOf(ctx, row.id)).filter(({ id }) => id !== named.id) : []
  return sendFamily(call, loopConfig, 'set', { list: loopsText(rest) })
}

const ON = { on: f.flag({ label: ['闭合', 'Closed'], required: true }) }
const DURATION = { duration: f.int({ label: ['持续时间', 'Duration'], unit: 's', min: 30, max: 86_400 }) }
const switchOutput = (call: ConcentratorCall, no: unknown) => {
  const { on, duration } = call.input
  return sendCommand(call, 'output', { [`do${no}`]: Number(on), ...(duration === null ? {} : { duration }) })
}
const switchLoop = async (call: ConcentratorCall) => {
  const { doNo } = await loopNamed(call)
  if (doNo === null) throw fieldError('loopId', ['未配置输出端口', 'has no output'], call.ctx.lang)
  return switchOutput(call, doNo)
}

const post = (
  path: string,
  summary: Text,
  permission: string,
  more: Pick<Parameters<typeof concentratorRoute<typeof BatchReturns>>[0], 'fields' | 'handle'>,
): Route => concentratorRoute({ method: 'POST', path: `${BASE}/${path}`, summary, permission, returns: BatchReturns, ...more })

/** concentrator.control.set.*, concentrator.manualctr.*. Written by hand: each changes rows of this slice and writes a batch, or finds the output of a loop. */
export const concentratorRoutes: readonly Route[] = [
  ...(Object.keys(memberFamilies) as MemberField[]).map(memberRoute),
  post('control/set/loopconfig', ['设置回路配置', 'Set the loop configuration'], SET, {
    fields: { loopId: loopId(false), ...LOOP_FIELDS },
    handle: setLoops,
  }),
  post('control/del/loopconfig', ['删除回路配置', 'Delete the loop configuration'], SET, {
    fields: { loopId: loopId(false) },
    handle: deleteLoops,
  }),
  post('manualctr/do', ['手动控制输出', 'Switch an output'], 'concentrator_output', {
    fields: { no: f.int({ label: ['输出端口', 'Output port'], min: 1, max: PORTS, required: true }), ...ON, ...DURATION },
    handle: (call) => switchOutput(call, call.input.no),
  }),
  post('manualctr/loop', ['手动控制回路', 'Switch a loop'], 'concentrator_output', {
    fields: { loopId: loopId(true), ...ON, ...DURATION },
    handle: switchLoop,
  }),
]
