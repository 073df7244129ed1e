import { type Ctx, fieldError, onServer } from '@lamplight/server-kit'
import { checkConfig } from '../model/index.ts'

/** Throws an error that names the field unless the limits agree with one another. */
const check = (ctx: Ctx, row: Readonly<Record<string, unknown>>): void => {
  if (Number(row.sureTransitions) < Number(row.transitions))
    throw fieldError('sureTransitions', ['不能小于亮灭次数', 'must not be less than the changes in a night'], ctx.lang)
}

export const configServer = onServer(checkConfig, {
  beforeWrite: async ({ ctx, draft, old }) => {
    check(ctx, { ...old, ...draft })
    return draft
  },
})
