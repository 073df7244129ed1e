import { f } from '@lamplight/fields/model'
import { defineResource } from '@lamplight/kit'
import { familyRight } from './family-right.ts'

/**
 * Modules that may join a LoRa gateway: screen city.lora. Every change is sent to the gateway as the family `loraWhiteList`;
 * `status` is that of this value at the gateway. A module is in at most one white list, because it joins one network.
 */
export const whiteList = defineResource({
  name: 'lora.whiteList',
  label: ['LoRa白名单', 'LoRa white list'],
  about: ['允许接入LoRa网关的模块；修改后自动下发到网关', 'Modules that may join a LoRa gateway; changes are sent to the gateway'],
  code: 'lora_whitelist',
  scope: 'tenant',
  roles: 'devices',
  api: {
    base: 'blade-city/lora/whitelist',
    verbs: ['list', 'detail', 'submit', 'remove'],
    calls: {
      'POST blade-city/lora/whitelist/add': { verb: 'save' },
      'POST blade-city/lora/whitelist/del': { verb: 'remove' },
    },
  },
  title: 'moduleSn',
  page: {
    path: '/city/basisaccessories/lora/whitelist',
    label: ['LoRa白名单', 'LoRa white list'],
    icon: 'safety',
    sort: 62,
    parent: 'accessory_lora',
    permissions: [
      familyRight('lora_whitelist_read', '读取网关白名单', 'Read the list of a gateway', 'manual'),
      familyRight('lora_whitelist_set', '下发网关白名单', 'Send the list to a gateway', 'commands'),
    ],
  },
  fields: {
    moduleSn: f.text({
      label: ['模块序列号', 'Module serial number'],
      required: true,
      unique: true,
      max: 40,
      list: true,
      search: true,
      example: 'LM-0001',
      match: { pattern: '[A-Za-z0-9_-]+', text: ['只能包含字母、数字、横线和下划线', 'may contain letters, digits, - and _ only'] },
    }),
    loraId: f.ref('lora.gateway', { label: ['LoRa网关', 'LoRa gateway'], required: true, list: true, search: true, titleAs: 'loraSn' }),
    status: f.choice(
      { 0: ['未下发', 'Not sent'], 1: ['下发中', 'Sending'], 2: ['已生效', 'In effect'], 3: ['未生效', 'Not in effect'] },
      {
        label: ['网关状态', 'At the gateway'],
        readonly: true,
        form: false,
        from: 'control.params',
        list: true,
        tones: { 0: 'neutral', 1: 'busy', 2: 'good', 3: 'bad' },
      },
    ),
    remark: f.text({ label: ['备注', 'Remark'], max: 255, multiline: true, list: true }),
  },
  io: { export: true },
})
