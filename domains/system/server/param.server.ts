import { onServer } from '@lamplight/server-kit'
import { param } from '../model/param.resource.ts'
import { PARAMS_CHANGED } from './params.port.ts'

export const paramServer = onServer(param, {
  afterWrite: async ({ ctx }) => ctx.emit(PARAMS_CHANGED, {}),
  beforeRemove: async ({ ctx }) => ctx.emit(PARAMS_CHANGED, {}),
})
