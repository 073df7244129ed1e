import { type BatchAnswer, commandsPort, type KeyedRequest } from '@lamplight/devices/model'
import { f } from '@lamplight/fields/model'
import { exampleDevice, type Fields, type Text } from '@lamplight/kit'
import { type AnswerOf, bodySchema, type Ctx, exampleFields, inputIn, type Route, route, T, visibleRow } from '@lamplight/server-kit'
import { concentrator, concentratorType } from '../model/index.ts'

const TARGET = { concentratorId: f.ref(concentrator.name, { label: ['集中控制器', 'Concentrator'], required: true }) }

export interface ConcentratorCall {
  readonly ctx: Ctx
  /** The concentrator, which the user may see. */
  readonly row: Readonly<Record<string, unknown>> & { readonly id: string }
  readonly input: Readonly<Record<string, unknown>>
  readonly request: KeyedRequest | null
}
interface Definition<R extends Route['returns']> extends Pick<Route, 'method' | 'permission'> {
  /** Below /api. */
  readonly path: string
  readonly summary: Text
  readonly fields?: Fields
  readonly returns: R
  readonly handle: (call: ConcentratorCall) => Promise<AnswerOf<R>>
}

/** Returns the route of a call about one concentrator, which the parameter `concentratorId` names. GET calls read all parameters from the query. */
export const concentratorRoute = <const R extends Route['returns']>({ path, fields = {}, handle, ...rest }: Definition<R>): Route => {
  const isRead = rest.method === 'GET'
  const all = { ...TARGET, ...fields }
  const required = Object.keys(all).filter((name) => all[name as 'concentratorId'].options.required)
  const schema = T.Unsafe<Record<string, unknown>>(bodySchema({ fields: all }, null, required))
  const example = { concentratorId: exampleDevice(concentratorType), ...exampleFields({ fields }) }
  return route({
    ...rest,
    path: `/api/${path}`,
    example: isRead ? { query: example } : { body: example },
    ...(isRead ? { query: schema } : { body: schema }),
    checksItself: true,
    handler: async ({ ctx, query, body, headers }) => {
      const given = { ...(query as object), ...(body as object | undefined) }
      const { concentratorId, ...input } = inputIn(all, given, ctx)
      const row = await visibleRow(ctx, concentrator, String(concentratorId))
      return handle({
        ctx,
        row: row as ConcentratorCall['row'],
        input,
        request: ctx.platform.port(commandsPort).requestOf(ctx, headers, path, given),
      })
    },
  })
}

/** Sends a command of concentrators to one. */
export const sendCommand = (
  { ctx, row, request }: Pick<ConcentratorCall, 'ctx' | 'row' | 'request'>,
  cmd: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<BatchAnswer> => ctx.platform.port(commandsPort).send(ctx, { type: concentratorType, cmd, args, deviceIds: [row.id] }, request)
