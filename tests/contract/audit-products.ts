import { exampleId, type ResourceDefinition } from '@lamplight/kit'
import { tableOf } from '@lamplight/server-kit'
import type { Make, World } from './audit-stage.ts'

const resourceOf = ({ product }: World, name: string): ResourceDefinition => {
  const served = product.registry.resources.get(name)
  if (!served) throw new Error(`there is no resource ${name}`)
  return served.resource
}
const fresh = (world: World, name: string): Promise<string> => world.samples.create(resourceOf(world, name))
/** Gives a known row values other than those of the example. */
const changed =
  (name: string, set: string): Make =>
  async (world) => {
    const { product, known } = world
    await product.platform.system.query(`update ${tableOf(resourceOf(world, name))} set ${set} where id = $1`, [known.row(name)])
    return {}
  }
/** A board with two versions. */
const edited: Make = async (world) => {
  const id = await fresh(world, 'roadcabinets.board')
  const { data } = await world.admin.get<{ version: number }>('/api/blade-visual/integratedProduct/board/detail', { id })
  const content = JSON.stringify({ items: [{ id: 'title', widget: 'text', text: '标题', x: 24, y: 24, w: 384, h: 48 }] })
  const made = await world.admin.post('/api/blade-visual/integratedProduct/board/submit', { id, version: data.version, content })
  if (made.code !== 200) throw new Error(made.msg)
  return { stand: { [exampleId('roadcabinets.board')]: id } }
}

/** Stages of the calls of products and boards. */
export const productStages: Readonly<Record<string, Make>> = {
  'POST /api/blade-visual/interface/update': changed('products.interface', `name = '旧名', address = '9'`),
  'POST /api/blade-device/terminalConfig/status': changed('products.terminalConfig', 'status = 1'),
  'POST /api/blade-visual/integratedProduct/board/restore': edited,
  'POST /api/blade-visual/visual/publish': async ({ admin, known }) => {
    await admin.post('/api/blade-visual/visual/withdraw', { id: known.row('dashboards.visual') })
    return {}
  },
  'POST /api/blade-visual/integratedProduct/physical/remove': async (world) => ({
    stand: { [exampleId('devices.type')]: await fresh(world, 'devices.type') },
  }),
}
