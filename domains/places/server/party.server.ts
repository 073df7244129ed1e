import { onServer } from '@lamplight/server-kit'
import { builder } from '../model/builder.resource.ts'
import { unit } from '../model/unit.resource.ts'

export const builderServer = onServer(builder, {})
export const unitServer = onServer(unit, {})
