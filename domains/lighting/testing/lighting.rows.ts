import { exampleId } from '@lamplight/kit'
import { eventually, type RowTools, type SliceRows } from '@lamplight/testing'
import { IMPORT_KINDS } from '../model/import.ts'

const posted = async ({ writer }: RowTools, path: string, body: object): Promise<Record<string, string>> => {
  const answer = await writer.post<Record<string, string>>(path, body)
  if (answer.code !== 200) throw new Error(`${path}: ${answer.msg}`)
  return answer.data
}
const lampColumn =
  (column: string) =>
  async ({ one, row }: RowTools): Promise<string> =>
    String((await one(`select ${column} as id from lighting_lamp where id = $1`, [await row('lighting.lamp')])).id)

/** Related rows of the demo city: a gateway, a controller behind it, its lamp and that lamp's post. */
export const lightingRows: SliceRows = {
  rows: {
    'lighting.controller': async ({ first, row }) => first('lighting_controller', `gateway_id = ${await row('devices.gateway')}`),
    'lighting.lamp': async ({ first, row }) => first('lighting_lamp', `controller_id = ${await row('lighting.controller')}`),
    'lighting.post': lampColumn('post_id'),
    'places.project': lampColumn('project_id'),
    'places.area': lampColumn('area_id'),
    'lighting.street': async ({ one, row }) =>
      String((await one('select street_id as id from lighting_post where id = $1', [await row('lighting.post')])).id),
    /** A group of smart poles: the calls of these groups find no other. */
    'devices.group': async (tools) => {
      const { id } = await posted(tools, '/api/blade-city/group/submit', { groupName: `已知分组${tools.tenantId}`, systemType: 3 })
      await tools.product.platform.system.query('insert into devices_group_member (group_id, device_id, tenant_id) values ($1, $2, $3)', [
        id,
        await tools.row('lighting.controller'),
        tools.tenantId,
      ])
      return String(id)
    },
    'control.batch': async (tools) => {
      const ids = [await tools.row('lighting.lamp')]
      const { batchId } = await posted(tools, '/api/blade-city/lamp/dim', { ids, level: 33, duration: 600 })
      const { query } = tools.product.platform.system
      await eventually(async () => (await query('select 1 from control_batch where id = $1', [batchId])).length > 0)
      return String(batchId)
    },
  },
  words: async ({ insert, one, row }) => {
    const { sn } = await one('select sn from lighting_controller where id = $1', [await row('lighting.controller')])
    const words: Record<string, string> = { 'LC-0001': String(sn) }
    for (const kind of IMPORT_KINDS)
      words[exampleId(`lighting.import.${kind}`)] = await insert('lighting_import', {
        kind,
        file_name: 'lamps.csv',
        size: 9,
        phase: 'ended',
        status: 2,
        account: 'x',
        project_id: await row('places.project'),
      })
    return words
  },
  tables: ['lighting_import'],
  marks: {
    lighting_controller: ['name', 'remark'],
    lighting_street: ['name', 'name_en', 'remark'],
    lighting_import: ['file_name', 'account'],
  },
}
