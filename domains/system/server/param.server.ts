import { fieldError, onServer } from '@lamplight/server-kit'
import { PARAMS_CHANGED } from '../model/events.ts'
import { param } from '../model/param.resource.ts'
import { PARAM_MASK, paramKind, wrongParam } from '../model/params.ts'
import { systemErrors } from '../model/system.errors.ts'
import { paramSecrets } from './param-secrets.ts'

/** A value must fit what its key is known for; a secret is put away sealed, and a mask stands for it in the row. */
export const paramServer = onServer(param, {
  beforeWrite: async ({ ctx, draft, old }) => {
    const key = draft.paramKey ?? old?.paramKey ?? ''
    const isSecret = paramKind(key).kind === 'secret'
    if (old && old.paramKey !== key && (isSecret || paramKind(old.paramKey).kind === 'secret'))
      throw systemErrors.paramKeyFixed({}, 'paramKey')
    const value = draft.paramValue
    if (!value || (isSecret && value === PARAM_MASK)) return draft
    const wrong = wrongParam(key, value)
    if (wrong) throw fieldError('paramValue', wrong, ctx.lang)
    if (!isSecret) return draft
    await paramSecrets(ctx.platform).put(key, value)
    return { ...draft, paramValue: PARAM_MASK }
  },
  conceals: ({ draft, old }) => {
    const { paramKey = old?.paramKey, paramValue } = draft
    return paramValue && paramValue !== PARAM_MASK && paramKind(String(paramKey)).kind === 'secret' ? ['paramValue'] : []
  },
  afterWrite: async ({ ctx }) => ctx.emit(PARAMS_CHANGED, {}),
  beforeRemove: async ({ ctx }) => ctx.emit(PARAMS_CHANGED, {}),
})
