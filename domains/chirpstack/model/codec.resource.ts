import { f } from '@lamplight/fields/model'
import { defineResource, type Text } from '@lamplight/kit'
import { FAULT, FORMATS, NODE_COMMANDS, PROPERTIES } from './codec.ts'
import { nodeType } from './node.device.ts'

const formats = Object.fromEntries(
  Object.entries(FORMATS).map(([key, name]) => [key, name === 'bit' ? ['位', 'bit'] : [name, name]]),
) as unknown as Readonly<Record<number, Text>>
const properties: Readonly<Record<number, Text>> = {
  ...Object.fromEntries([...PROPERTIES].map(([slot, { label }]) => [slot, label])),
  [FAULT]: ['故障', 'Fault'],
}
const commands = Object.fromEntries(Object.entries(NODE_COMMANDS).map(([key, name]) => [key, nodeType.commands[name].label])) as Readonly<
  Record<number, Text>
>
const fPort = f.int({ label: ['FPort', 'FPort'], min: 1, max: 223, required: true, initial: 8 })
const MOST_ROWS = 64

/** Byte layouts of LoRaWAN payloads as data. The server decodes uplinks and encodes commands with them; it runs no code of users. */
export const codec = defineResource({
  name: 'chirpstack.codec',
  label: ['LoRaWAN编解码', 'LoRaWAN codec'],
  about: ['按字节说明节点上行内容与下行指令，不执行脚本', 'Describes uplinks and commands of nodes byte by byte; no scripts are run'],
  code: 'lorawan_codec',
  scope: 'tenant',
  roles: 'devices',
  page: {
    path: '/city/basisaccessories/lora/codec',
    label: ['LoRaWAN编解码', 'LoRaWAN codecs'],
    icon: 'chip',
    sort: 68,
    parent: 'accessory_lora',
  },
  api: { base: 'blade-city/lorawan/codec', verbs: ['list', 'detail', 'submit', 'remove'] },
  fields: {
    name: f.text({ label: ['名称', 'Name'], required: true, unique: true, max: 80, list: true, search: true }),
    uplinks: f.items(
      {
        fPort,
        prefix: f.text({ label: ['前缀', 'Prefix'], max: 24, example: '84 01' }),
        property: f.choice(properties, { label: ['属性', 'Property'], required: true, initial: 2 }),
        fault: f.text({ label: ['故障类型', 'Fault'], max: 40, when: { property: { eq: FAULT } }, example: '' }),
        offset: f.int({ label: ['字节位置', 'Byte'], min: 0, max: 241, required: true, initial: 2 }),
        type: f.choice(formats, { label: ['类型', 'Type'], required: true, initial: 1 }),
        bit: f.int({ label: ['位', 'Bit'], min: 0, max: 7, when: { type: { eq: 11 } } }),
        scale: f.number({ label: ['系数', 'Factor'], min: -1e6, max: 1e6 }),
        shift: f.number({ label: ['偏移', 'Added'], min: -1e6, max: 1e6 }),
        answer: f.flag({ label: ['指令应答', 'Answer'] }),
      },
      {
        label: ['上行', 'Uplinks'],
        required: true,
        max: MOST_ROWS,
        hint: ['每行一个值；前缀为空表示该端口的所有上行', 'One value per row; without a prefix: every uplink of the port'],
      },
    ),
    commands: f.items(
      {
        command: f.choice(commands, { label: ['指令', 'Command'], required: true, initial: 1 }),
        fPort,
        bytes: f.text({ label: ['字节', 'Bytes'], max: 400, required: true, example: '84 01 {level}' }),
      },
      { label: ['下行', 'Downlinks'], max: 2, hint: ['如 84 01 {level}、84 01 {on:u8*100}', 'Such as 84 01 {level} or 84 01 {on:u8*100}'] },
    ),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true }),
  },
  actions: {
    addShipped: { label: ['添加内置编解码', 'Add the shipped codecs'], on: 'list', path: 'add-shipped', roles: 'write' },
  },
  io: { export: true },
})
