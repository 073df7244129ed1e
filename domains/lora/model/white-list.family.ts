import { f } from '@lamplight/fields/model'
import { defineParamFamily } from '@lamplight/kit'

/** Serial numbers in one text of a stored value; texts of values have at most 255 characters, lists at most 64 texts. */
const PER_TEXT = 6
/** Most modules of a white list. */
export const MOST_MODULES = PER_TEXT * 64

/** The white list that a LoRa gateway stores: serial numbers, divided by commas. Rows of `lora.whiteList` set it; users read it (lora.control.batch.get.whiteList). */
export const whiteListFamily = defineParamFamily({
  name: 'loraWhiteList',
  label: ['LoRa白名单', 'LoRa white list'],
  code: 'lora_whitelist',
  types: ['lora'],
  fields: {
    count: f.int({ label: ['模块数', 'Modules'], min: 0, max: MOST_MODULES, required: true, initial: 0 }),
    modules: f.text({ label: ['模块', 'Module list'], max: 255, example: 'LM-0001,LM-0002' }),
  },
  ops: ['get', 'set'],
  calls: { 'POST blade-city/lora/control/batch/get/whiteList': { op: 'get', target: 'batch', ids: 'ids' } },
})

/** The value of a white list. Several serial numbers are in one text of the list. */
export const whiteListValue = (sns: readonly string[]): { readonly count: number; readonly modules: readonly string[] } => ({
  count: sns.length,
  modules: Array.from({ length: Math.ceil(sns.length / PER_TEXT) }, (_, at) => sns.slice(at * PER_TEXT, (at + 1) * PER_TEXT).join(',')),
})
