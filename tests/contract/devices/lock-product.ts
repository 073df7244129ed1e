export const CODE = 'CAB-LOCK'
export const named = (name: string, nameEn: string) => ({ name, nameEn })
export const LOCK = {
  unitProductCode: CODE,
  name: '机柜锁',
  nameEn: 'Cabinet lock',
  category: '门锁',
  icon: 'lock',
  properties: [
    { identifier: 'level', ...named('液位', 'Level'), type: 'number', unit: '%', min: 0, max: 100, decimals: 0, history: true, list: true },
    { identifier: 'locked', ...named('锁状态', 'Lock'), type: 'boolean', list: true },
    {
      identifier: 'mode',
      ...named('模式', 'Mode'),
      type: 'enum',
      list: true,
      values: [
        { value: '1', ...named('自动', 'Auto') },
        { value: '2', ...named('手动', 'Manual') },
      ],
    },
    { identifier: 'note', ...named('备注文本', 'Note'), type: 'text' },
  ],
  functions: [
    {
      code: 'lock',
      ...named('上锁', 'Lock'),
      danger: true,
      input: [{ identifier: 'on', ...named('上锁', 'Locked'), type: 'boolean', required: true, proves: 'locked' }],
    },
  ],
  events: ['cabinetDoorOpen'],
  interfaces: [
    { port: 'RS485-1', name: '串口一', address: '3', enable: 1 },
    { port: 'RS485-2', name: '串口二', enable: 0 },
  ],
}
