import { snake } from '@lamplight/fields/column'
import { exampleId } from '@lamplight/kit'
import { tableOf } from '@lamplight/server-kit'
import { type ApiDocument, operationOf } from './answers.ts'
import { STAGES, type Stage, type World } from './audit-calls.ts'
import { exampleIn, fill, standFor } from './examples.ts'
import { ask, type Heard, type RouteRow, rowOf } from './router.ts'

/** Calls that change or remove a row get a new row, because other examples need the rows in `known`. The call that activates finds a row that is not activated. */
const stageOf = async (world: World, { name, follows }: RouteRow): Promise<Stage> => {
  const made = STAGES[name]
  if (made) return made(world)
  const { resource, verb, action, transition } = follows ?? {}
  if (resource?.lifecycle && transition) {
    const set = `update ${tableOf(resource)} set ${snake(resource.lifecycle.field)} = $2 where id = $1`
    await world.house.platform.system.query(set, [rowOf(resource, world.known), transition.from[0]])
  }
  if (resource && action && action === resource.actions?.activated) {
    const table = tableOf(resource)
    await world.house.platform.system.query(`update ${table} set activated = false where id = $1`, [rowOf(resource, world.known)])
  }
  if (!resource || !['update', 'put', 'remove', 'delete'].includes(verb ?? '') || !world.samples.addPath(resource)) return {}
  return { stand: { [exampleId(resource.name)]: await world.samples.create(resource) } }
}

type Told = Pick<Heard, 'status' | 'msg' | 'type' | 'text'>
/** Prepares the call that the API document shows as an example, with rows that exist; the answer makes the call. */
export const prepareExample = async (world: World, document: ApiDocument, row: RouteRow): Promise<() => Promise<Told>> => {
  const { as: client = world.admin, stand } = await stageOf(world, row)
  const known = row.name.includes('/blade-sales/') ? world.theirs : world.known
  const { file, ...call } = fill(exampleIn(operationOf(document, row.route)), { ...standFor(known), ...stand })
  if (file === undefined) return () => ask(world.house, client, row.route, call)
  const form = new FormData()
  form.append('file', new Blob([file]), 'example.csv')
  const search = new URLSearchParams(Object.entries(call.query ?? {}).map(([name, value]) => [name, String(value)]))
  return async () => {
    const answer = await client.call(row.route.method, `${row.route.path}?${search}`, { body: form })
    const text = await answer.text()
    return { status: answer.status, msg: text, type: answer.headers.get('content-type') ?? '', text }
  }
}
