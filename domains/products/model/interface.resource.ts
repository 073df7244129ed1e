import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'

/**
 * Interfaces (interface.page): ports of unit products, whose rows are made by the thing model of the product, and addresses to
 * which alarms are forwarded, whose rows other slices make (`keepInterface`).
 */
export const productInterface = defineResource({
  name: 'products.interface',
  label: ['产品接口', 'Product interface'],
  about: [
    '单元产品的端口和告警转发的地址；端口在单元产品中定义，转发地址在转发目标中添加',
    'Ports of unit products and addresses of alarm forwarding; ports are defined by the unit product, addresses are added as forwarding targets',
  ],
  code: 'product_interface',
  scope: 'tenant',
  roles: 'devices',
  api: { base: 'blade-visual/interface', verbs: ['page', 'detail', 'update'] },
  fields: {
    name: f.text({ label: ['接口名称', 'Name'], required: true, max: 60, list: true, search: true, example: 'RS485-1' }),
    typeId: f.ref('devices.type', {
      label: ['单元产品', 'Unit product'],
      readonly: true,
      list: true,
      search: true,
      titleAs: 'unitProductCode',
    }),
    port: f.text({ label: ['端口', 'Port'], readonly: true, list: true, search: true }),
    /** 1 port, 2 forwarding (slice M1, answer 9). */
    category: f.choice(
      { 1: ['产品端口', 'Port of a product'], 2: ['告警转发', 'Alarm forwarding'] },
      { label: ['类别', 'Category'], readonly: true, search: true },
    ),
    address: f.text({
      label: ['地址', 'Address'],
      hint: ['总线地址或网络地址', 'An address on the bus or in the network'],
      max: 255,
      list: true,
      search: true,
      match: {
        pattern: '[A-Za-z0-9._:/@-]+',
        text: ['只能包含字母、数字和 . _ : / @ -', 'may contain letters, digits and . _ : / @ - only'],
      },
    }),
    enable: f.flag({
      label: ['启用', 'Enabled'],
      initial: true,
      list: true,
      search: true,
      words: [
        ['停用', 'Disabled'],
        ['启用', 'Enabled'],
      ],
    }),
  },
  indexes: [['typeId']],
  io: { export: true },
})
