import type { BatchAnswer } from '@lamplight/devices/model'
import { inSentence, type ParamFamilyDefinition } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import { type Ctx, errors } from '@lamplight/server-kit'
import { controlErrors, PARAM_OP_TEXTS, settableValue } from '../../model/index.ts'
import { askSecondPerson } from '../calls/approval.ts'
import { inputWords } from '../calls/commands.port.ts'
import { targetName } from '../calls/target-text.ts'
import { createReader } from '../calls/wire-input.ts'
import { type KeyedRequest, once } from '../ledger/create-batch.ts'
import { valueIn } from './families.ts'
import { secretsOf } from './param-secrets.ts'
import { type ParamOrder, sendParam } from './param-send.ts'
import type { ChosenDevices } from './param-target.ts'

/** Largest number of different values that a change may produce. Each value is a batch. */
const MOST_VALUES = 200

interface Known {
  readonly id: string
  readonly value: ParamValue | null
}

/**
 * Changes single fields of a family. Devices hold the value of a family as a whole, so each device gets its own value with these fields
 * replaced. The own value is the wanted one, else the reported one. Devices with equal values share a batch; either all batches are written
 * or none.
 * @throws controlErrors.notRead, wholeOnly, tooManyValues
 */
export const sendChanges = async (
  ctx: Ctx,
  changes: Readonly<Record<string, unknown>>,
  { family, from, params, groupId }: ChosenDevices,
  request: KeyedRequest,
): Promise<BatchAnswer & { readonly batches: readonly BatchAnswer[] }> => {
  assertChanges(family, changes)
  const rows = await ctx.query<Known>(`select r.device_id::text as id, coalesce(w.value, t.value) as value ${from}`, [...params])
  const unknown = rows.filter(({ value }) => value === null).length
  if (unknown > 0) throw controlErrors.notRead({ n: unknown }, 'changes')
  const values = new Map<string, { value: ParamValue; ids: string[] }>()
  for (const { id, value } of rows) {
    const own = settableValue(family, value ?? {})
    const key = JSON.stringify(own)
    const same = values.get(key) ?? { value: own, ids: [] }
    values.set(key, same)
    same.ids.push(id)
  }
  if (values.size > MOST_VALUES) throw controlErrors.tooManyValues({ n: values.size, most: MOST_VALUES }, 'changes')
  return once(ctx, request, async (inside) => {
    const batches: BatchAnswer[] = []
    for (const { value, ids } of values.values()) {
      const next = await valueIn(inside, createReader({ ...value, ...changes }, inside), { family, template: undefined }, null)
      const order: ParamOrder = { family, op: 'set', value: next, again: null, ...(groupId !== null && values.size === 1 && { groupId }) }
      batches.push(await sendParam(inside, order, ids, null))
    }
    const [first] = batches
    if (!first) throw controlErrors.noTargets()
    return { ...first, total: batches.reduce((sum, { total }) => sum + total, 0), batches }
  })
}

/** Asks a second person if a change reaches many devices. @throws controlErrors.awaitsApproval */
export const askForChanges = (
  ctx: Ctx,
  changes: Readonly<Record<string, unknown>>,
  { family, from, params, groupId }: ChosenDevices,
  request: KeyedRequest,
): Promise<void> => {
  assertChanges(family, changes)
  const fields = Object.fromEntries(Object.entries(family.fields).filter(([name]) => name in changes))
  const [zh, en] = inputWords(fields, changes)
  return askSecondPerson(ctx, {
    targets: { sql: `select r.device_id ${from}`, params },
    work: { changes: { family: family.name, values: changes } },
    content: [`${PARAM_OP_TEXTS.set[0]}${family.label[0]}：${zh}`, `${PARAM_OP_TEXTS.set[1]} ${inSentence(family.label[1])}: ${en}`],
    target: async () => (groupId === null ? null : targetName(ctx, ctx.query, { selector: { groupId } })),
    request,
  })
}

const assertChanges = (family: ParamFamilyDefinition, changes: Readonly<Record<string, unknown>>): void => {
  const names = Object.keys(changes)
  if (names.length === 0) throw errors.missingParameter({ field: 'changes' }, 'changes')
  const strange = names.find((name) => !(name in family.fields))
  if (strange) throw errors.badParameter({ field: strange }, strange)
  if (secretsOf(family).length > 0) throw controlErrors.wholeOnly({}, 'changes')
}
