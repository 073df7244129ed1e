import { orderFault } from '@lamplight/control/model'
import { inputWords, sendToGroup } from '@lamplight/control/server'
import { BatchReturns } from '@lamplight/devices/server'
import type { ParamFamilyDefinition, Text } from '@lamplight/kit'
import type { ParamValue } from '@lamplight/protocol'
import { A, type Ctx, errors, fieldError, inputIn, onServer } from '@lamplight/server-kit'
import { families } from '../model/families.ts'
import { workParam } from '../model/work-param.resource.ts'

interface Part {
  readonly family: ParamFamilyDefinition
  readonly value: ParamValue
}
const FIELD = 'params'
const WORDS_AT_MOST = 2000

/** The families of a bundle. A family with a secret is left out: a bundle would show it. */
const bundled: readonly ParamFamilyDefinition[] = (families as readonly ParamFamilyDefinition[]).filter(
  ({ ops, call, fields }) => ops.includes('set') && call !== undefined && !Object.values(fields).some(({ kind }) => kind === 'secret'),
)

/** Reads the values by family; throws an error that names the family and field if one does not fit. */
const partsIn = (ctx: Pick<Ctx, 'lang' | 'zone'>, text: unknown): Part[] => {
  const refuse = (message: Text) => fieldError(FIELD, message, ctx.lang)
  let read: unknown
  try {
    read = JSON.parse(String(text))
  } catch {
    throw refuse(['不是有效的 JSON', 'is not valid JSON'])
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read) || Object.keys(read).length === 0)
    throw refuse(['至少需要一类参数', 'needs at least one parameter family'])
  return Object.entries(read).map(([name, given]) => {
    const family = bundled.find((one) => one.name === name)
    if (!family) throw refuse([`没有参数类别 ${name}`, `there is no parameter family ${name}`])
    if (typeof given !== 'object' || given === null || Array.isArray(given)) throw errors.badParameter({ field: FIELD }, FIELD)
    const value = inputIn(family.fields, given as Record<string, unknown>, ctx)
    const fault = orderFault(family, value)
    if (fault) throw fieldError(fault.field, fault.message, ctx.lang)
    return { family, value: Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)) as ParamValue }
  })
}

/** The bundle as words: `时间偏移：开灯偏移 5 min，…；…`. */
const wordsOf = (parts: readonly Part[], lang: 0 | 1): string =>
  parts
    .map(({ family, value }) => `${family.label[lang]}${lang === 0 ? '：' : ': '}${inputWords(family.fields, value)[lang]}`)
    .join(lang === 0 ? '；' : '; ')
    .slice(0, WORDS_AT_MOST)

/** Sends each family of a bundle to the group, one batch for each. The records keep copies of the values, so that later changes do not change them. */
const send = async (ctx: Ctx, id: string, groupId: string) => {
  const [row] = await ctx.query<{ params: string; state: number }>(
    'select params, state from lighting_work_param where id = $1 and not is_deleted',
    [id],
  )
  if (!row) throw errors.notFound()
  if (row.state !== 1) throw fieldError('state', ['已停用，不能下发', 'is disabled and cannot be sent'], ctx.lang)
  const parts = partsIn(ctx, row.params)
  if (parts.some(({ family }) => !ctx.user.permissions.has(`${family.code}_set`))) throw errors.noRight()
  const batches = await sendToGroup(ctx, parts, groupId)
  const [first] = batches
  return { ...first, batches }
}

export const workParamServer = onServer(workParam, {
  beforeWrite: async ({ ctx, draft }) => {
    if (draft.params === undefined || draft.params === null) return draft
    const parts = partsIn(ctx, draft.params)
    const params = JSON.stringify(Object.fromEntries(parts.map(({ family, value }) => [family.name, value])))
    return { ...draft, params, contents: wordsOf(parts, 0), contentsEn: wordsOf(parts, 1) }
  },
  returns: {
    send: A.of({ batchId: A.id, commandRecordId: A.id, total: A.int, status: A.int, batches: A.list(BatchReturns) }),
  },
  actions: { send: ({ ctx, ids, input }) => send(ctx, ids[0] ?? '', String(input.groupId)) },
})
