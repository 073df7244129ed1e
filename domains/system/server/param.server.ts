import { wanted } from '@lamplight/fields/model'
import { isSecretKey } from '@lamplight/kit'
import { fieldError, onServer } from '@lamplight/server-kit'
import { PARAMS_CHANGED } from '../model/events.ts'
import { param } from '../model/param.resource.ts'
import { PARAM_MASK, wrongParam } from '../model/params.ts'
import { systemErrors } from '../model/system.errors.ts'
import { declaredKind, declaredParams } from './declared.ts'
import { paramSecrets } from './param-secrets.ts'

/** Checks that a value fits the declared type of its key; stores a secret encrypted and writes a mask to the row. */
export const paramServer = onServer(param, {
  beforeWrite: async ({ ctx, draft, old }) => {
    const key = draft.paramKey ?? old?.paramKey ?? ''
    const declared = declaredParams(ctx.platform).get(key)
    const type = declaredKind(ctx.platform, key)
    const isSecret = type.kind === 'secret'
    if (old && old.paramKey !== key && (isSecret || declaredKind(ctx.platform, old.paramKey).kind === 'secret'))
      throw systemErrors.paramKeyFixed({}, 'paramKey')
    const typed = { ...draft, valueType: declared ? JSON.stringify(declared.type) : null }
    const value = draft.paramValue === undefined ? old?.paramValue : draft.paramValue
    if (!value && !declared?.empty) throw fieldError('paramValue', wanted(param.fields.paramValue), ctx.lang)
    if (!value || (isSecret && value === PARAM_MASK)) return typed
    const wrong = wrongParam(type, value)
    if (wrong) throw fieldError('paramValue', wrong, ctx.lang)
    if (!isSecret) return typed
    await paramSecrets(ctx.platform).put(key, value)
    return { ...typed, paramValue: PARAM_MASK }
  },
  conceals: ({ draft, old }) => {
    const { paramKey = old?.paramKey, paramValue } = draft
    return paramValue && paramValue !== PARAM_MASK && isSecretKey(String(paramKey)) ? ['paramValue'] : []
  },
  afterWrite: async ({ ctx }) => ctx.emit(PARAMS_CHANGED, {}),
  beforeRemove: async ({ ctx }) => ctx.emit(PARAMS_CHANGED, {}),
})
