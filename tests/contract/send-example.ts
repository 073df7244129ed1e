import { columnsOf } from '@lamplight/fields/column'
import { exampleId, type Field, type ImportStep, parentsIn, type ResourceDefinition, snake } from '@lamplight/kit'
import { type Route, tableOf } from '@lamplight/server-kit'
import { eventually } from '@lamplight/testing'
import { type ApiDocument, operationOf } from './answers.ts'
import { STAGES } from './audit-calls.ts'
import type { Stage, World } from './audit-stage.ts'
import { exampleIn, fill, standFor, textWith } from './examples.ts'
import { type Answered, type RouteRow, sendCall } from './router.ts'

/** Creates a row with the unique value by which the call's example names it. */
const standBy = async (world: World, resource: ResourceDefinition, by: string, route: Route): Promise<Stage> => {
  const id = world.samples.addPath(resource) ? await world.samples.create(resource) : world.known.row(resource.name)
  const column = columnsOf(by, resource.fields[by] as Field)[0]?.name
  const [row] = await world.product.platform.system.query<{ value: string }>(
    `select ${column} as value from ${tableOf(resource)} where id = $1`,
    [id],
  )
  const shown = Object.values(route.example?.query ?? {}).map(String)
  return { stand: Object.fromEntries(shown.map((value) => [value, row?.value ?? ''])) }
}

/** For calls that download a file: uploads a file first. */
const fileStage = async ({ product, admin }: World, resource: ResourceDefinition): Promise<Stage> => {
  const at = `/api/${resource.api.base}/upload_`
  const { path, example } = product.registry.routes.find((route) => route.path.startsWith(at)) as Route
  const form = new FormData()
  form.append('file', new Blob([example?.file ?? '']), 'example')
  const made = (await (await admin.call('POST', path, { body: form })).json()) as { msg: string; data: { id: string } }
  if (!made.data.id) throw new Error(`${path}: ${made.msg}`)
  return { stand: { [exampleId(`${resource.name}.file`)]: made.data.id } }
}

/** For calls of a sheet import: creates a draft of the resource, or an import that has ended. */
const sheetStage = async ({ product, admin, known }: World, resource: ResourceDefinition, step: ImportStep): Promise<Stage> => {
  if (['start', 'upload', 'template', 'record'].includes(step)) return {}
  const at = `/api/${resource.api.base}/import`
  const { example } = product.registry.routes.find(({ method, path }) => method === 'POST' && path === at) as Route
  const form = new FormData()
  form.append('file', new Blob([textWith(example?.file ?? '', standFor(known))]), 'example.csv')
  const made = (await (await admin.call('POST', `${at}/upload`, { body: form })).json()) as { msg: string; data: { uploadId: string } }
  const { uploadId } = made.data
  if (!uploadId) throw new Error(`${at}/upload: ${made.msg}`)
  if (step !== 'run' && step !== 'discard') {
    await admin.post(`${at}/run`, { uploadId })
    await eventually(async () => (await admin.get<{ phase: string }>(`${at}/status`, { uploadId })).data.phase === 'ended')
  }
  return { stand: { [exampleId(`${resource.name}.import`)]: uploadId } }
}

/**
 * Calls that change or remove a row get a new row, because other examples need the rows in `known`. The call
 * that activates gets a row that is not activated.
 */
const stageOf = async (world: World, { name, follows, route }: RouteRow): Promise<Stage> => {
  const made = STAGES[name]
  if (made) return made(world)
  const { resource, verb, action, transition, by, fixed, sheet, file } = follows ?? {}
  if (resource?.lifecycle && transition) {
    const set = `update ${tableOf(resource)} set ${snake(resource.lifecycle.field)} = $2 where id = $1`
    await world.product.platform.system.query(set, [world.known.row(resource.name), transition.from[0]])
  }
  if (resource && action && action === resource.actions?.activated) {
    const table = tableOf(resource)
    await world.product.platform.system.query(`update ${table} set activated = false where id = $1`, [world.known.row(resource.name)])
  }
  if (resource && file === 'sends') return fileStage(world, resource)
  if (resource && sheet) return sheetStage(world, resource, sheet)
  if (resource && by) return standBy(world, resource, by, route)
  if (resource && fixed && verb === 'detail') return { stand: { [exampleId(resource.name)]: await world.samples.create(resource, fixed) } }
  if (!resource || !['update', 'put', 'remove', 'delete'].includes(verb ?? '') || !world.samples.addPath(resource)) return {}
  const parents = parentsIn(route.path).flatMap((name) => {
    const to = (resource.fields[name]?.options as { readonly to?: string } | undefined)?.to
    return to ? [[name, world.known.row(to)] as const] : []
  })
  return { stand: { [exampleId(resource.name)]: await world.samples.create(resource, { ...fixed, ...Object.fromEntries(parents) }) } }
}

type AnswerParts = Pick<Answered, 'status' | 'msg' | 'type' | 'text'>
/** Prepares a call's example in the API document with existing rows; returns a function that makes the call. */
export const prepareExample = async (world: World, document: ApiDocument, row: RouteRow): Promise<() => Promise<AnswerParts>> => {
  const { as: client = world.admin, stand } = await stageOf(world, row)
  const known = row.name.includes('/blade-sales/') ? world.theirs : world.known
  const { file, ...call } = fill(exampleIn(operationOf(document, row.route)), { ...standFor(known), ...stand })
  if (file === undefined) return () => sendCall(world.product, client, row.route, call)
  const form = new FormData()
  form.append('file', new Blob([file]), 'example.csv')
  const search = new URLSearchParams(Object.entries(call.query ?? {}).map(([name, value]) => [name, String(value)]))
  return async () => {
    const answer = await client.call(row.route.method, `${row.route.path}?${search}`, { body: form })
    const text = await answer.text()
    return { status: answer.status, msg: text, type: answer.headers.get('content-type') ?? '', text }
  }
}
