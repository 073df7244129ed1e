import { f } from '@lamplight/fields/model'
import { defineListing } from '@lamplight/kit'
import { controller } from '../controller.resource.ts'

/** Types of bindings (`BindingSource`). */
const TYPES = {
  1: ['控制器 → 网关', 'Controller → gateway'],
  2: ['灯具 → 控制器', 'Lamp → controller'],
  3: ['灯具 → 灯杆', 'Lamp → post'],
  4: ['灯具 → 集中控制器', 'Lamp → concentrator'],
  5: ['灯具 → 回路', 'Lamp → loop'],
  6: ['灯具分组 → 回路', 'Lamp group → loop'],
  7: ['回路 → 集中控制器', 'Loop → concentrator'],
} as const
const id = f.text({ label: ['编号', 'Id'], max: 19, hidden: true })
const sn = f.text({ label: ['序列号', 'Serial number'], max: 64, list: { width: 230 } })
const name = f.text({ label: ['名称', 'Name'], hidden: true })

/** Which rows of devices and lamps refer to each other, with the last change (screen rt.city.bindInformation). By code: each type is a join of other tables, of a million rows for lamps. */
export const binding = defineListing({
  name: 'lighting.binding',
  label: ['绑定信息', 'Binding'],
  about: [
    '控制器、网关、灯具、灯杆、集中控制器与回路之间的绑定关系',
    'Which controllers, gateways, lamps, posts, concentrators and loops belong together',
  ],
  rightsOf: controller,
  api: { base: 'blade-city/bindInformation', verbs: ['page'] },
  title: 'sn',
  byCode: true,
  filters: {
    type: f.choice(TYPES, { label: ['绑定类型', 'Type'] }),
    sn: f.text({
      label: ['序列号', 'Serial number'],
      max: 64,
      hint: ['任一方序列号的开头', 'Beginning of a serial number, of either row'],
    }),
  },
  fields: {
    type: f.int({ label: ['绑定类型', 'Type'], hidden: true }),
    childId: id,
    sn,
    name,
    parentId: id,
    parentSn: f.text({ ...sn.options, label: ['绑定到', 'Bound to'] }),
    parentName: name,
    updateUserName: f.text({ label: ['操作人', 'Operator'], list: { width: 120 } }),
    updateTime: f.time({ label: ['最近修改', 'Last change'], list: { width: 170 } }),
  },
})
